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
)
from .errors import (
    DamagedProofError,
    DamagedTableError,
    GameOverError,
    IllegalMoveError,
    JudgeError,
    LinesOfActionError,
    MissingTableError,
    NoDistancesError,
    OutsideError,
    ParseError,
    ProofError,
    SolveError,
    TableFileError,
    VerifyError,
)
from .judging import FailedIn, Judged, Judgement, judge
from .proving import Claim, Proof, check_proof, prove
from .solving import Solved, Verified, solve, verify
from .tablebase import NO_VALUE, UNKNOWN, Block, Census, Sample, Tablebase

__all__ = [
    "Block",
    "Board",
    "Census",
    "Claim",
    "DamagedProofError",
    "DamagedTableError",
    "FailedIn",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Judged",
    "JudgeError",
    "Judgement",
    "LinesOfActionError",
    "MissingTableError",
    "Move",
    "MoveValue",
    "NO_VALUE",
    "NoDistancesError",
    "OutsideError",
    "ParseError",
    "Position",
    "Probe",
    "Proof",
    "ProofError",
    "Review",
    "ReviewedMove",
    "Rules",
    "Sample",
    "SolveError",
    "Solved",
    "Square",
    "TableFileError",
    "Tablebase",
    "UNKNOWN",
    "Value",
    "Verified",
    "VerifyError",
    "__version__",
    "check_proof",
    "judge",
    "prove",
    "solve",
    "verify",
]
