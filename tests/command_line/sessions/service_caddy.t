Answers are the same behind Caddy. `.ci/service` installs it and runs this.

  $ . tests/service/functions.sh; front=$(free_port)
  > printf '{\n\tadmin off\n}\n' >Caddyfile
  > sed "s/127.0.0.1:8080/127.0.0.1:$port/; s/^loa.example /http:\/\/127.0.0.1:$front /" $deploy/Caddyfile >>Caddyfile
  > caddy run --config Caddyfile --adapter caddyfile >caddy.log 2>&1 & caddy=$!
  > wait_for http://127.0.0.1:$front
  > ask http://127.0.0.1:$front | diff expected - && echo "the same"
  > kill $server $caddy; wait
  the same
