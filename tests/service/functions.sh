# For sessions with a server as it is deployed: starts one in a folder that it may not write to,
# and asks it all questions that must have the same answers through another server.
deploy=$(dirname "$(readlink tests)")/tools/server/deploy

# A port that nobody listens at; another program may still take it first.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

wait_for() {
    curl -sf --retry 60 --retry-delay 1 --retry-connrefused -o /dev/null "$1/healthz" || echo "$1 does not answer"
}

# Prints the status, the tag and the body of each answer.
ask() {
    local path
    for path in / /page/app.js /api/boards "/api/probe?position=start+4x4" "/api/probe?position=start+5x5" \
        "/api/census/club/4x4" "/api/probe?position=nonsense"; do
        curl -s -w '%{http_code} %header{etag}\n' "$1$path"
    done
}

mkdir -p tables
chmod 555 tables
port=$(free_port)
direct=http://127.0.0.1:$port
loa serve --public --listen "127.0.0.1:$port" --tables tables >/dev/null &
server=$!
wait_for "$direct"
ask "$direct" >expected
