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
    Board,
    Game,
    Move,
    MoveValue,
    Position,
    Probe,
    Review,
    ReviewedMove,
    Rules,
    Square,
    Value,
    __version__,
    read_games,
    read_lines,
    write_lines,
)
from .engine import Engine, Line
from .errors import (
    DamagedProofError,
    DamagedTableError,
    EngineError,
    GameOverError,
    IllegalMoveError,
    JudgeError,
    LinesOfActionError,
    MissingTableError,
    OutsideError,
    ParseError,
    ProofError,
    QuestionError,
    SolveError,
    SuiteError,
    TableFileError,
    VerifyError,
)
from .judging import FailedIn, Judged, Judgement, judge, match
from .proving import Claim, Proof, check_proof, prove
from .questions import ask
from .solving import Solved, Verified, plan, solve, verify
from .suites import Problem, check_suite, make_suite, read_suite
from .tablebase import NO_VALUE, UNKNOWN, Block, Census, Sample, Tablebase, decode, squares

__all__ = [
    "Block",
    "Board",
    "Census",
    "Claim",
    "DamagedProofError",
    "DamagedTableError",
    "Engine",
    "EngineError",
    "FailedIn",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Judged",
    "JudgeError",
    "Judgement",
    "Line",
    "LinesOfActionError",
    "MissingTableError",
    "Move",
    "MoveValue",
    "NO_VALUE",
    "OutsideError",
    "ParseError",
    "Position",
    "Probe",
    "Problem",
    "Proof",
    "ProofError",
    "QuestionError",
    "Review",
    "ReviewedMove",
    "Rules",
    "Sample",
    "Solved",
    "SolveError",
    "Square",
    "SuiteError",
    "Tablebase",
    "TableFileError",
    "UNKNOWN",
    "Value",
    "Verified",
    "VerifyError",
    "__version__",
    "ask",
    "check_proof",
    "check_suite",
    "decode",
    "judge",
    "make_suite",
    "match",
    "plan",
    "prove",
    "read_games",
    "read_lines",
    "read_suite",
    "solve",
    "squares",
    "verify",
    "write_lines",
]
