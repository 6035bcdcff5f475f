//! `loa play`: plays a game in the terminal.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use loa_api::advice::{Advice, rules_option};
use loa_api::output_file::Overwrite;
use loa_api::{Library, open_certificate};
use loa_record::Game;
use loa_record::notation::{GameTree, Players};
use loa_record::random::Pcg64;
use loa_record::review::is_outside;
use loa_record::text::{path_text, printable};
use loa_solver::{Color, Position, Preset};
use loa_tablebase::Tablebase;

use crate::common::Common;
use crate::failure::{Failure, Status, bail, failure};
use crate::interruption::{interruption, leave, on_signal};
use crate::output;
use crate::paths::{is_special, named_path};
use crate::play::{Autosave, PlayerKind, Session, SessionSettings, last_saved};
use crate::position_argument::{load_record, read_position};
use crate::proof_file::announce;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A person types moves, or 'help' for a list of commands, on a terminal or over \
    a pipe. At the end the value history shows which moves and resignations gave a win or a \
    draw away, as far as the tables reach. With --json every event is a line of JSON with its \
    kind in \"event\": a \"position\" with \"person\" true waits for a line, and the \"move\" of an \
    engine says what it is worth to its side. Lines typed on a terminal come back on the arrow keys, \
    also in later games."
)]
pub(crate) struct PlayArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD [default: start 8x8, or the start of a player's proof]
    #[arg(num_args = 0..=2, value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Player of Black: person, perfect (by the tables), perfect:20 (with mistakes in 20 of 100
    /// moves), random, engine (the built-in engine, with the tables that exist), level:0 (the
    /// engine for children) to level:5 (its full strength), engine:COMMAND (a program that speaks
    /// the engine protocol), proof (the winner of a certificate that is here) or proof:FILE (the winner
    /// of another certificate) [default: person]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) black: Option<PlayerKind>,
    /// Player of White [default: person if --black names another player; else perfect if the tables
    /// cover the start; else engine]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<PlayerKind>,
    /// Seed: the same number gives the same random choices, except for engines
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Milliseconds per move of an engine, built-in or external
    #[arg(long, value_name = "MS", default_value = "1000")]
    pub(crate) movetime: NonZeroU32,
    /// A new file for the game, which is written however the session ends. Without this option, a
    /// game that is cut short (by quit, Ctrl-C, an engine failure or the end of input) is saved as
    /// loa-game-1.sgf and so on in the current folder
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    pub(crate) sgf: Option<PathBuf>,
    /// Continue the game of a file, with its rules and its players unless others are named [default:
    /// the loa-game-N.sgf with the greatest N in the current folder]
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "position", value_parser = named_path())]
    pub(crate) resume: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

impl PlayArgs {
    /// Returns the named players.
    fn named(&self) -> impl Iterator<Item = (Color, &PlayerKind)> {
        let sides = [(Color::Black, &self.black), (Color::White, &self.white)];
        sides.into_iter().filter_map(|(color, player)| Some((color, player.as_ref()?)))
    }

    /// Returns a new game.
    fn begun(&self, common: &Common) -> Result<Game, Failure> {
        let proof = self.named().find_map(|(_, player)| match player {
            PlayerKind::Proof(file) => file.as_ref(),
            _ => None,
        });
        let start = match (self.position.as_slice(), proof) {
            ([], Some(file)) => {
                if is_special(file) {
                    bail!(
                        Usage,
                        "{} is not a regular file: the moves of a proof are read twice",
                        path_text(file)
                    );
                }
                let certificate = open_certificate(file)?;
                let claim = certificate.claim();
                claim.board.position_text(claim.start(), claim.to_move)
            }
            ([], None) => "start 8x8".to_owned(),
            (words, _) => words.join(" "),
        };
        let (start, preset) = read_position(common, &start)?;
        Ok(Game::new(preset, start))
    }

    /// Returns the game to continue, if the command line requests it.
    fn resumed(&self, common: &Common) -> Result<Option<(GameTree, Game)>, Failure> {
        let Some(named) = &self.resume else {
            return Ok(None);
        };
        let file = match named {
            Some(file) => file.clone(),
            None => last_saved().ok_or_else(|| {
                failure!(Failed, "this folder has no loa-game-1.sgf or later to continue")
            })?,
        };
        let (record, preset) = load_record(common, &file, None)?;
        let (game, stop) = record.replay(preset);
        match stop {
            Some(stop) => Err(Failure::new(Status::Usage, stop).within(file.display())),
            None => Ok(Some((record, game))),
        }
    }

    /// Fails if the command line names a perfect player and the tables do not cover the start.
    fn check(&self, library: &Library, start: &Position, preset: Preset) -> Result<(), Failure> {
        let is_perfect = |player: &PlayerKind| matches!(player, PlayerKind::Perfect { .. });
        let Some((color, _)) = self.named().find(|(_, player)| is_perfect(player)) else {
            return Ok(());
        };
        match library.tables.of(preset.rules).probe(start) {
            Err(error) if is_outside(&error) => Err(Failure::from(error)
                .within("no perfect play here; the engine can play")
                .advised(proof_advice(library, start, color, preset))),
            probed => Ok(probed.map(drop)?),
        }
    }

    /// Returns the players of Black and White. The default is the player of a resumed game, or else
    /// a person. Against a person, White defaults to perfect play if the tables cover the start.
    fn players(
        &self,
        tables: &Tablebase,
        start: &Position,
        resumed: [Option<PlayerKind>; 2],
    ) -> [PlayerKind; 2] {
        // A file starts no program and opens no other file.
        let [was_black, was_white] = resumed.map(|player| {
            player.filter(|it| !matches!(it, PlayerKind::Engine(_) | PlayerKind::Proof(Some(_))))
        });
        let black = self.black.clone().or(was_black).unwrap_or(PlayerKind::Person);
        let white = self.white.clone().or(was_white);
        let white = white.unwrap_or_else(|| match tables.probe(start) {
            _ if black != PlayerKind::Person => PlayerKind::Person,
            Err(error) if is_outside(&error) => PlayerKind::BuiltIn,
            // If a table fails, the player reports it when it needs a move.
            Ok(_) | Err(_) => PlayerKind::Perfect { mistakes: 0 },
        });
        [black, white]
    }
}

/// Returns advice to play by a certificate, if one wins for this player.
fn proof_advice(
    library: &Library,
    start: &Position,
    color: Color,
    preset: Preset,
) -> Option<Advice> {
    let (side, option) = match color {
        Color::Black => ("Black", "--black"),
        Color::White => ("White", "--white"),
    };
    let rules = rules_option(preset.rules);
    library.certificates.claims_win(start, color, preset).then(|| {
        let command = format!("loa play {}{rules} {option} proof", written(start));
        Advice::command(format!("a certificate plays {side}"), command)
    })
}

/// Returns a position as one word of a command line.
fn written(position: &Position) -> String {
    let board = position.board();
    if *position == board.start() { board.to_string() } else { format!("\"{position}\"") }
}

pub(crate) fn run(common: &Common, play: &PlayArgs) -> Result<(), Failure> {
    let (mut record, game) = match play.resumed(common)? {
        Some((record, game)) => (Some(record), game),
        None => (None, play.begun(common)?),
    };
    let (start, preset) = (*game.start(), game.preset());
    let mut library = common.library()?;
    library.on_check = Some(announce);
    let tables = library.tables.of(preset.rules);
    let names = record.as_ref().map(|record| record.players.clone()).unwrap_or_default();
    let before = [&names.black, &names.white].map(|name| name.parse().ok());
    let players = play.players(tables, &start, before.clone());
    if let Some(record) = &mut record {
        let ([then_black, then_white], [black, white]) = (before, &players);
        record.set_players(&Players {
            black: taken_over(common, "Black", then_black, black),
            white: taken_over(common, "White", then_white, white),
        });
    }
    let settings = SessionSettings {
        game,
        record,
        players,
        seed: play.seed.unwrap_or_else(Pcg64::any_seed),
        movetime: Duration::from_millis(play.movetime.get().into()),
        json: common.json,
    };
    play.check(&library, &start, preset)?;
    let autosave = Arc::new(Autosave::new(play.sgf.as_deref(), play.overwrite)?);
    save_when_interrupted(&autosave, common.json)?;
    let session = Session::new(&library, settings, &autosave);
    let result = session.and_then(Session::run);
    autosave.close();
    result
}

/// Returns the name for the record of a resumed game if another player takes over, and says so
/// unless the answer is in JSON.
fn taken_over(common: &Common, side: &str, before: Option<PlayerKind>, now: &PlayerKind) -> String {
    let Some(before) = before.filter(|before| before != now) else {
        return String::new();
    };
    if !common.json {
        let words = format!("loa: {side} was {before} in the file, and {now} plays on");
        output::note(&printable(&words));
    }
    format!("{before}, then {now}")
}

/// The first signal saves the game and ends the process, even while the session waits for
/// something. The second signal ends the process immediately. Both end the engines.
fn save_when_interrupted(autosave: &Arc<Autosave>, json: bool) -> Result<(), Failure> {
    let (autosave, stop) = (Arc::clone(autosave), interruption());
    on_signal(move || {
        if stop.is_set() {
            leave();
        }
        stop.set();
        let saved = Arc::clone(&autosave);
        let saving = thread::Builder::new().spawn(move || {
            saved.save_interrupted(json);
            leave();
        });
        if saving.is_err() {
            // Without a thread, the second signal must wait until the game is saved.
            autosave.save_interrupted(json);
            leave();
        }
    })
}
