The server as it is deployed goes on answering under hostile requests, writes nothing, and ends
with status 0. `.ci/service` runs this.

  $ . tests/service/functions.sh
  > tests/service/hostile.py $direct ${SECONDS_OF_HOSTILITY:-15} $server >log || cat log
  > ls tables; kill $server; wait $server
