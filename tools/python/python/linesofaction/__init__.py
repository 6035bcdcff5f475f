"""Lines of Action: perfect play from tables, solving, proofs.

The tables of 4x4 are built in:

>>> from linesofaction import Tablebase
>>> tables = Tablebase()
>>> str(tables.value("start 4x4"))
'win in 3'
>>> [str(choice.move) for choice in tables.line("start 4x4")]
['b1-b3', 'a2-a4', 'b4-b2']
"""

from ._native import (
    Board, Game, Move, MoveValue, Position, Probe, Rules, Square, Value, __version__, read_games,
    read_lines, write_lines,
)
from .answers import (
    CheckedSuite, FailedIn, Judged, Longest, Plan, RatedMove, ReviewedMove, Solved, Verified,
)
from .engine import Engine
from .errors import (
    DamagedProofError, DamagedTableError, EngineError, GameOverError, IllegalMoveError, JudgeError,
    LinesOfActionError, MissingTableError, OutsideError, ParseError, ProofError, QuestionError,
    SolveError, SuiteError, TableFileError, VerifyError,
)
from .judging import Judgement, Match, judge, match
from .proving import Claim, check_proof, prove
from .questions import ask
from .review import Review
from .solving import plan, solve, verify
from .suites import Problem, check_suite, make_suite, read_suite
from .tablebase import (
    NO_VALUE, UNKNOWN, Block, Census, Chart, Sample, Tablebase, decode, squares,
)

__all__ = [
    "__version__", "ask", "Block", "Board", "Census", "Chart", "check_proof", "check_suite",
    "CheckedSuite", "Claim", "DamagedProofError", "DamagedTableError", "decode", "Engine",
    "EngineError", "FailedIn", "Game", "GameOverError", "IllegalMoveError", "judge", "Judged",
    "JudgeError", "Judgement", "LinesOfActionError", "Longest", "make_suite", "Match", "match",
    "MissingTableError", "Move", "MoveValue", "NO_VALUE", "OutsideError", "ParseError", "plan",
    "Plan", "Position", "Probe", "Problem", "ProofError", "prove", "QuestionError", "RatedMove",
    "read_games", "read_lines", "read_suite", "Review", "ReviewedMove", "Rules", "Sample",
    "solve", "Solved", "SolveError", "Square", "squares", "SuiteError", "Tablebase",
    "TableFileError", "UNKNOWN", "Value", "Verified", "verify", "VerifyError", "write_lines",
]
