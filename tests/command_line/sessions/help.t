Help says first what is wanted first.

  $ loa --help
  Solves Lines of Action boards and looks positions up
  
  Usage: loa <COMMAND>
  
  Play and learn:
    play         Play against perfect play, an engine or another person, with values on request
    serve        Open a page for the browser: play, explore tables and proofs, solve problems
    site         Write the explorer as a folder for any web host, without a server
    rules        Print the rules of the game
    review       Judge every move of a recorded game
    suite        Make, check and draw suites of problems
  
  Solve and look up:
    solve        Solve a board, or part of its material, and store the tables
    plan         Print the time, memory and disk that solving would take, without solving
    verify       Verify finished tables: compare every value with its successors
    probe        Look up a position: its value and distance, and those of every move
    line         Print best play to the end
    moves        Print the legal moves, and whether the game is over
    perft        Count sequences of moves
    census       Count positions by material, outcome and distance
    search       Find positions in tables
    ask          Answer a question of the API in JSON, as loa serve does
  
  Engines:
    judge        Judge an engine by the tables
    match        Play a match between engines
    engine       Run a plain alpha-beta engine that speaks the engine protocol
  
  Proofs:
    prove        Prove who wins a board from its start, and write a certificate
    proof        Check and read certificates of wins
  
  Files:
    info         Print the contents of table files or of the tables folder
    check        Check the checksums and structure of table files
    export       Write all positions of tables and their values as CSV, Arrow or Parquet
    completions  Print completions for a shell
    man          Print a manual page in the format of man
  
  Options:
    -h, --help     Print help
    -V, --version  Print version
  
  The options of a command: loa COMMAND --help
  $ loa proof check -h
  Check that a certificate proves its claim
  
  Usage: loa proof check [OPTIONS] <FILE> [FILES]...
  
  Arguments:
    <FILE>      The certificate; - for standard input
    [FILES]...  The other parts of a proof in parts, in any order
  
  Options:
        --json                 Answer in JSON; a failure is then a line of JSON on standard error
        --log-every <SECONDS>  Seconds between progress lines when output is not a terminal [default:
                               10]
        --progress <FORM>      Form of progress: auto (a bar on a terminal, otherwise lines) or json
                               (lines of JSON on standard error) [default: auto]
    -q, --quiet                Show no progress
        --threads <N>          Number of threads [default: all cores]
    -h, --help                 Print help (see more with '--help')
  $ loa judge -h | grep -E '^[A-Z]|--(json|seed|grace|quiet)'
  Judge an engine by the tables
  Usage: loa judge [OPTIONS] <ENGINE> [BOARD]
  Arguments:
  Options:
        --json                 Answer in JSON; a failure is then a line of JSON on standard error
    -q, --quiet                Show no progress
  Positions to ask about:
        --seed <N>        Seed: the same number gives the same positions [default: 1]
  The engine:
                               default 150, --grace 0 and --ready 1000 [default: uci] [possible
  Limits:
        --grace <MS>     Milliseconds that an answer may be late; with --depth or --nodes, the time
  Endings to play:
  The report:

Completions and pages of the manual know all commands.

  $ for shell in bash zsh fish elvish powershell; do loa completions $shell | grep -c judge; done
  8
  10
  58
  4
  4
  $ loa completions csh 2>&1 | head -1
  loa: invalid value 'csh' for '[SHELL]'
  $ loa man | sed 's/ 20..-..-.. / RELEASED /' | grep -E '^.TH|judge'
  .TH loa 1 RELEASED "loa [VERSION]" 
  loa\-judge(1)
  $ loa man judge | sed 's/ 20..-..-.. / RELEASED /' | head -4
  .ie \n(.g .ds Aq \(aq
  .el .ds Aq '
  .TH loa-judge 1 RELEASED "loa [VERSION]" 
  .SH NAME
  $ loa man suite make | grep -c themes
  2
  $ loa man --out pages && ls pages | grep -c . && ls pages | head -3 && cmp pages/loa-suite-make.1 <(loa man suite make)
  36
  loa-ask.1
  loa-census.1
  loa-check.1
  $ loa completions --out shells && ls shells | grep -c loa
  5
  $ loa man nosuch
  loa: unknown command nosuch
  [2]

The version has its build, and the citation has the version.

  $ loa --version | grep -oE '^loa [0-9.]+ \(|serve'; grep ^version: tests/../CITATION.cff
  loa [VERSION] (
  serve
  version: [VERSION]
