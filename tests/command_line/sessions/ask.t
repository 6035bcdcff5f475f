Questions of the API, without a server.

  $ loa ask '/api/value?position=start 4x4'
  {"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3}
  $ loa ask /api/problems/4x4-mover-pass | cut -c1-60
  {"suite":"4x4-mover-pass","problems":[{"position":"4/ox2/3o/
  $ echo '[{"position":"start 4x4"},{"position":"start 4x4","rules":"misere"}]' | loa ask /api/value --body -
  [{"position":"1xx1/o2o/o2o/1xx1 x","category":"win","plies":3},{"position":"1xx1/o2o/o2o/1xx1 x","category":"draw","plies":null}]
  $ loa ask '/board.svg?position=start 3x3' | head -c 38
  <svg xmlns="http://www.w3.org/2000/svg

Without an address it lists them.

  $ loa ask | head -4
  GET  /api/boards                            /api/boards
  GET  /api/probe                             /api/probe?position=start 4x4
  POST /api/probe
  GET  /api/value                             /api/value?position=o2o/x3/2o1/x1xo x

A failure is that of the other commands.

  $ loa ask /api/nothing
  loa: there is nothing at /api/nothing; see /api
  [2]
  $ loa ask '/api/value?position=1xx1/o2q x' --json
  {"error":"not a position: character 8 is 'q': expected x, o, a digit from 1 to 8, / or a space","status":2,"kind":"usage","character":8}
  [2]
  $ loa ask /api/line --body - </dev/null
  loa: /api/line is not asked with POST; see /api
  [2]
  $ loa ask --body -
  loa: the following required arguments were not provided:
    <ADDRESS>
  
  Usage: loa ask --body <FILE> <ADDRESS>
  
  For more information, try '--help'.
  [2]
