A folder that is no site stays as it is.

  $ printf '\0asm, and more' >loa.wasm; mkdir other; site() { loa site other --program loa.wasm "$@"; }
  > touch other/letter; site; ls other; rm other/letter
  > for index in '{}' '{"version":"1","part":null,"files":[{"path":"tables/../../x","size":1,"xxh3":""}]}'; do echo "$index" >other/index.json; site; ls other; done; rm other/index.json
  > site --boards 4x4,5x4 || echo $?
  > site --part 0 2>&1 | head -1; echo "no program" >loa.wasm; site || echo $?; ls other
  loa: other is not empty, and loa site did not write it; name a new folder
  letter
  loa: other is not empty, and loa site did not write it; name a new folder
  index.json
  loa: other is not empty, and loa site did not write it; name a new folder
  index.json
  loa: no tables of 5x4 under mover-pass in tables/mover-pass/5x4; make it (about [..]) with: loa solve 5x4
  5
  loa: invalid value '0' for '--part <SIZE>': 0 is out of range: 1 byte to [..]iB
  loa: loa.wasm: this is not WebAssembly
  1

No link is followed, neither to a folder nor to a file, though the index claims the file behind it. The last link has the temporary name of a file.

  $ printf '\0asm, and more' >loa.wasm; loa solve 3x3 -q >/dev/null; loa site first --program loa.wasm --json | cut -d, -f1
  {"folder":"first"
  $ mkdir docs; cp tables/mover-pass/3x3/2v2.loa docs/precious
  > link() { rm -rf site; mkdir -p $(dirname site/$1); ln -s "$PWD/$2" site/$1; sed s,mover-pass/3x3/2v2.loa,precious, first/index.json >site/index.json; loa site site --program loa.wasm --json | cut -d, -f1; }
  > for link in "tables docs" "tables/mover-pass docs" "tables/mover-pass/3x3/2v2.loa docs/precious" "page docs" "index.html docs/precious" "loa/loa.wasm docs/nothing" "index.html.new docs/precious"; do
  >   link $link; ls docs; cmp docs/precious tables/mover-pass/3x3/2v2.loa
  > done
  {"error":"site/tables is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"error":"site/tables/mover-pass is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"error":"site/tables/mover-pass/3x3/2v2.loa is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"error":"site/page is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"error":"site/index.html is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"error":"site/loa/loa.wasm is a link, and loa site does not follow links: remove it, or name another folder","status":1,"kind":"failed"}
  precious
  {"folder":"site"
  precious

An index is only a claim: a file is removed only if it is what the index says.

  $ rm -r site; cp data/suites/4x4-mover-pass.suite mine.suite; loa site site --program loa.wasm --part 1000 --suite mine.suite --json | cut -d, -f1; ls site/suites
  {"folder":"site"
  mine.suite.0
  mine.suite.1
  mine.suite.2
  $ echo precious >site/suites/precious; sed -i 's/"files": \[/&{"path":"suites\/precious","size":9,"xxh3":"0"},{"path":"suites\/endless","size":18446744073709551615,"xxh3":"0"},{"path":"suites","size":9,"xxh3":"0"},/' site/index.json
  $ loa site site --program loa.wasm --json | grep -o '"left_alone":[^]]*'; ls site/suites; cat site/suites/precious
  "left_alone":["suites/precious","suites"
  precious
  precious

A file that has changed is written again, even if its length is the same.

  $ site() { loa site site --program loa.wasm --suite mine.suite --json | grep -oE '"written":[0-9]*'; }
  > site; sed -i '1s/./?/' site/suites/mine.suite; site; cmp mine.suite site/suites/mine.suite
  "written":3
  "written":1
