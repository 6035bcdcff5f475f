-- Probes for wrk: the positions of a file, one after another.
--
--     cargo run --release --example random_positions -- 4x4 4000 1 > positions
--     wrk -t1 -c16 -d8s --latency -s tests/service/probe.lua http://127.0.0.1:8080 -- positions

local positions, asked = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    positions[#positions + 1] = line:gsub(" ", "+")
  end
end

function request()
  asked = asked + 1
  return wrk.format("GET", "/api/probe?position=" .. positions[asked % #positions + 1])
end
