//! Analyses of positions: by tables, known starts, certificates and the engine, in this order.

use std::fmt;
use std::thread;
use std::time::Duration;

use loa_engine::{self as engine, Guide, Image};
use loa_record::review::choices;
use loa_record::text::counted;
use loa_record::{Basis, Game, Proviso, RatedMove, Worth, WrittenPosition, move_number};
use loa_solver::{Board, Material, Move, Position, Preset, Repetition, Rules, Stop, Wdl};
use loa_tablebase::{Probe, Tablebase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::certificates::{
    CertificateReply, Certified, Found, NamedProof, basis_of_tables, known_moves, known_start,
};
use crate::failure::{Failure, FailureReply, bail, failure};
use crate::library::Library;
use crate::positions::{RepetitionReply, by_repetition, note_on_draw};
use crate::request::{PositionRequest, placed, unreadable};
use crate::task::{Kind, Watch};

/// The default time for the engine.
const USUAL: Duration = Duration::from_millis(300);

/// The pause between two looks at a certificate that is being checked.
const PAUSE: Duration = Duration::from_millis(20);

/// The sources of an answer. Each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Tables only. Without a table the question fails.
    Tables,
    /// Known starts and certificates.
    Proofs,
    /// The engine.
    #[default]
    Engine,
}

/// Asks what is known of a position and its moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: WrittenPosition,
    /// A preset or a rules id. The default is `club`.
    rules: Option<Preset>,
    /// The milliseconds that the engine may think. The default is 300.
    #[schemars(range(min = 1, max = 1000))]
    ms: Option<u64>,
    /// The depth in plies to which the engine searches every move, instead of a time.
    #[schemars(range(min = 1, max = MOST_DEPTH))]
    depth: Option<u32>,
    /// The sources of the answer. The default is all, to the engine.
    #[serde(default)]
    effort: Effort,
}

impl EstimateRequest {
    fn read(
        &self,
        library: &Library,
    ) -> Result<(Position, Preset, Option<engine::Effort>), Failure> {
        let most = library.limits.estimate;
        let (position, preset) = placed(&self.position, self.rules)?;
        let effort = effort(library, self.depth, self.ms)?;
        let effort = effort.unwrap_or(engine::Effort::Time(USUAL.min(most)));
        Ok((position, preset, Some(effort).filter(|_| self.effort == Effort::Engine)))
    }

    pub(crate) fn kind(&self) -> Kind {
        if self.effort == Effort::Engine { Kind::Engine } else { Kind::Tables }
    }

    pub(crate) fn check(&self, library: &Library) -> Result<(), Failure> {
        self.read(library).map(drop)
    }

    pub(crate) fn answer(
        &self,
        library: &Library,
        watch: &mut Watch<'_, Analysis>,
    ) -> Result<Analysis, Failure> {
        let (position, preset, effort) = self.read(library)?;
        let game = Game::new(preset, position);
        if self.effort == Effort::Tables {
            return library.exact(&game);
        }
        library.analyse(&game, effort, watch.stop, watch.found)
    }

    /// Answers immediately, and sends each better answer as an event: from the engine, deeper and
    /// deeper, and from a certificate when its check ends.
    pub(crate) fn analyse(
        &self,
        library: &Library,
        watch: &mut Watch<'_, Analysis>,
    ) -> Result<Analysis, Failure> {
        let mut analysis = self.answer(library, watch)?;
        if analysis.checking.is_some() {
            (watch.rest)();
        }
        while analysis.checking.is_some() && !watch.stop.is_set() {
            thread::sleep(PAUSE);
            if analysis.look_again(library) {
                (watch.found)(&analysis);
            }
        }
        analysis.lengthen(library, watch.found)?;
        Ok(analysis)
    }
}

impl PositionRequest {
    /// Returns what tables say of the position, with best play to the end.
    ///
    /// # Errors
    /// When tables do not cover the position.
    pub fn line(&self, library: &Library) -> Result<Analysis, Failure> {
        let (position, preset) = self.read()?;
        library.exact(&Game::new(preset, position))
    }
}

/// The knowledge of a position and its moves.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// The position.
    position: Position,
    /// The board.
    board: Board,
    /// The material, the side to move first.
    material: Material,
    /// The rules id.
    rules: Rules,
    /// The way in which the game ended, if it is over.
    over: Option<&'static str>,
    /// Its worth for the side to move.
    #[serde(flatten)]
    worth: Worth,
    /// Every move with what is known of it, best first.
    pub moves: Vec<RatedMove>,
    /// The best play that is known. In a draw by tables both sides hold the draw, until a position
    /// occurs again.
    line: Vec<Move>,
    /// The certificate that proves the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateReply>,
    /// True if the certificate is about the position with files and ranks exchanged, or with the
    /// colours of the stones and of the side to move exchanged.
    mirrored: bool,
    /// The name of a certificate that is still being checked. It may prove the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) checking: Option<String>,
    /// The meaning of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// The result of a draw if a repeated position loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<RepetitionReply>,
    /// The reason why the value is not exact, and what would make it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<FailureReply>,
    /// The failure of tables.
    #[serde(skip)]
    pub failure: Option<Failure>,
    #[serde(skip)]
    preset: Preset,
    /// The certificate whose line is not known yet.
    #[serde(skip)]
    guide: Option<Guide>,
    /// The worth of a known start, or by the certificate.
    #[serde(skip)]
    fact: Option<Worth>,
    /// The moves that the certificate proves to win or lose.
    #[serde(skip)]
    proved: Vec<RatedMove>,
    /// The last moves of the engine, best first.
    #[serde(skip)]
    searched: Vec<RatedMove>,
}

impl Library {
    /// Returns what tables, known starts and certificates say about the last position of a game. A
    /// table that cannot be read counts as missing.
    ///
    /// # Errors
    /// When a line of best play cannot be read.
    pub fn known(&self, game: &Game) -> Result<Analysis, Failure> {
        self.analyse(game, None, &Stop::default(), &mut |_| {})
    }

    /// Returns what is known of the last position of a game, by all sources. If an effort is given,
    /// the engine searches the moves that no table and no certificate has. `found` receives the first
    /// answer before the line of best play is known, and each better one.
    ///
    /// # Errors
    /// When a line of best play cannot be read, or the engine does not fit in memory.
    pub fn analyse(
        &self,
        game: &Game,
        effort: Option<engine::Effort>,
        stop: &Stop,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Failure> {
        let mut analysis = self.unchecked(game)?;
        if cfg!(target_family = "wasm") && analysis.checking.is_some() {
            // In a browser no other thread exists, and a check may take seconds.
            found(&analysis);
        }
        analysis.look_again(self);
        found(&analysis);
        analysis.lengthen(self, found)?;
        if let Some(effort) = effort {
            self.think(&mut analysis, game, effort, stop, found)?;
        }
        Ok(analysis)
    }

    /// Lets the engine search the moves of an analysis that no table and no certificate has. `found`
    /// receives each better answer.
    ///
    /// # Errors
    /// When a line of best play cannot be read, or the engine does not fit in memory.
    pub fn think(
        &self,
        analysis: &mut Analysis,
        game: &Game,
        effort: engine::Effort,
        stop: &Stop,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<(), Failure> {
        if !analysis.is_open() {
            return Ok(());
        }
        let preset = analysis.preset;
        // Without earlier positions no value depends on them, as in tables.
        let is_alone = game.moves().is_empty();
        let repetition = if is_alone { Repetition::Draw } else { preset.repetition };
        let estimator = self.estimator(Preset { repetition, ..preset })?;
        let mut estimator = estimator.stopped_by(stop.clone());
        let mut learn = |all: &[RatedMove]| {
            analysis.look_again(self);
            analysis.learn(all);
            found(analysis);
        };
        match effort {
            engine::Effort::Depth(depth) => learn(&estimator.to_depth(game, depth)),
            engine::Effort::Time(time) => drop(estimator.deepen(game, time, &mut learn)),
        }
        // Its check may have ended while the engine was thinking.
        analysis.lengthen(self, found)
    }

    /// Returns what tables say about the last position of a game, with best play to the end.
    fn exact(&self, game: &Game) -> Result<Analysis, Failure> {
        let mut analysis = self.by_tables(game)?;
        analysis.failure.take().map_or(Ok(()), Err)?;
        analysis.lengthen(self, &mut |_| {})?;
        Ok(analysis)
    }

    /// Returns what is known of the last position of a game before any certificate is checked.
    pub(crate) fn unchecked(&self, game: &Game) -> Result<Analysis, Failure> {
        let analysis = self.by_tables(game)?;
        let checks = |_| self.certificates.first_unchecked(game.position(), game.preset());
        let first = analysis.failure.as_ref().and_then(checks);
        Ok(Analysis { checking: first.map(|(proof, _)| proof.name.clone()), ..analysis })
    }

    /// Returns what tables and known starts say about the last position of a game.
    fn by_tables(&self, game: &Game) -> Result<Analysis, Failure> {
        let (preset, position) = (game.preset(), *game.position());
        let tables = self.tables.of(preset.rules);
        let mut analysis = Analysis::empty(position, preset);
        match choices(tables, preset.repetition, game.positions(), Basis::Tables) {
            Ok(mut moves) => {
                let basis = self.basis(&position, preset);
                moves.iter_mut().for_each(|rated| rated.worth.basis = basis);
                let over = preset.rules.termination(&position);
                let over = over.map_or(Worth::UNKNOWN, |(_, value)| Worth::exact(value, basis));
                let worth = moves.first().map_or(over, |best| best.worth);
                (analysis.worth, analysis.moves) = (worth, moves);
                analysis.note = worth.category.and_then(|result| note_on_draw(preset, result));
                analysis.repetition = by_repetition(tables, &position, preset)?;
            }
            Err(error) => {
                analysis.fact = known_start(&position, preset);
                analysis.proved = known_moves(&position, preset);
                let missing = Failure::of(&error);
                let is_known = analysis.fact.is_some();
                let missing = if is_known { missing.advised_by_command() } else { missing };
                analysis.missing = Some(self.shown(missing).reply());
                analysis.failure = Some(Failure::of_probe(&error, &position, preset));
                analysis.rate();
            }
        }
        Ok(analysis)
    }

    /// Returns the basis of the value of a position in tables.
    pub fn basis(&self, position: &Position, preset: Preset) -> Basis {
        let tables = self.tables.of(preset.rules);
        let basis = basis_of_tables(tables, position, preset, Tablebase::sha256);
        basis.unwrap_or(Basis::Tables)
    }

    /// Returns the result of a known start, or of a certificate, for the side to move.
    pub(crate) fn proved_worth(&self, position: &Position, preset: Preset) -> Option<Worth> {
        let proved =
            || self.look_up_proof(position, preset).proved()?.guide.worth(position, preset);
        known_start(position, preset).or_else(proved)
    }

    /// Returns the moves that a certificate proves to win or lose, best first. Waits for its check, so
    /// that no mark rests on an estimate instead. Results with a proviso are left out.
    pub(crate) fn proved_moves(&self, position: &Position, preset: Preset) -> Vec<RatedMove> {
        let found = self.certificates.find(position, preset, u64::MAX, self.on_check).proved();
        let found = found.filter(|_| Proviso::of(preset).is_none());
        found.map_or(Vec::new(), |found| found.guide.moves(position, preset))
    }
}

impl Analysis {
    /// Returns what a certificate proves after some moves from its start, under one of its rules ids,
    /// by default its first.
    ///
    /// # Errors
    /// When the certificate proves nothing of the position, or a move is not legal.
    pub fn by_proof(
        proof: &NamedProof,
        id: Option<&str>,
        moves: &[String],
    ) -> Result<Analysis, Failure> {
        let name = &proof.name;
        let guide = proof.guide().map_err(|error| Failure::of_certificate(name, error))?;
        let known = guide.rules();
        let rules = known.iter().find(|rules| id.is_none_or(|id| rules.id() == id));
        let rules = rules.ok_or_else(|| {
            let id = id.unwrap_or_default();
            failure!(Rules, "'{id}' is not one of the certificate's rules ids: {known}")
        })?;
        let preset = rules.id().parse::<Preset>().map_err(unreadable)?;
        let mut game = Game::new(preset, guide.start());
        for text in moves {
            let played = rules.parse_move(game.position(), text).map_err(unreadable)?;
            game.play(played).map_err(unreadable)?;
        }
        let position = *game.position();
        let mut analysis = Analysis::empty(position, preset);
        if let Some((_, value)) = rules.termination(&position) {
            analysis.worth = Worth::exact(value, Basis::Over);
            return Ok(analysis);
        }
        let guide = guide.under(rules.into());
        let guide = guide.filter(|guide| guide.bound(&position).is_some());
        let guide = guide.ok_or_else(|| {
            failure!(Outside, "{name}: the certificate proves nothing about {position}")
        })?;
        let bound = guide.worth(&position, preset);
        analysis.prove(&Certified { proof, guide });
        // The certificate speaks for itself, also where a shorter win is known.
        let is_own =
            |fact: &Worth| bound.is_some_and(|bound| fact.bound && fact.plies == bound.plies);
        analysis.fact = analysis.fact.filter(is_own).or(bound);
        analysis.rate();
        analysis.line =
            analysis.guide.take().map_or(Vec::new(), |guide| guide.line(&position, preset));
        Ok(analysis)
    }

    fn empty(position: Position, preset: Preset) -> Analysis {
        let over = preset.rules.termination(&position);
        let legal = if over.is_some() { Vec::new() } else { preset.rules.moves(&position) };
        let unknown = |played| RatedMove::new(played, Worth::UNKNOWN);
        Analysis {
            position,
            board: position.board(),
            material: position.material(),
            rules: preset.rules,
            over: over.map(|(over, _)| over.name()),
            worth: Worth::UNKNOWN,
            moves: legal.into_iter().map(unknown).collect(),
            line: Vec::new(),
            certificate: None,
            mirrored: false,
            checking: None,
            note: None,
            repetition: None,
            missing: None,
            failure: None,
            preset,
            guide: None,
            fact: None,
            proved: Vec::new(),
            searched: Vec::new(),
        }
    }

    /// `true` if nothing is known of the position and its moves.
    pub fn is_unknown(&self) -> bool {
        self.worth.basis == Basis::Unknown
    }

    /// `true` if a certificate proves the result.
    pub fn is_proved(&self) -> bool {
        self.certificate.is_some()
    }

    /// `true` if tables answer.
    fn is_by_tables(&self) -> bool {
        self.failure.is_none() && self.certificate.is_none()
    }

    /// `true` if the engine can add something.
    fn is_open(&self) -> bool {
        let is_open = |worth: Worth| worth.plies.is_none() && worth.category != Some(Wdl::Draw);
        self.failure.is_some() && self.moves.iter().any(|rated| is_open(rated.worth))
    }

    /// Looks for a certificate, unless one has been found. Returns whether that has changed
    /// anything.
    fn look_again(&mut self, library: &Library) -> bool {
        if self.certificate.is_some() || self.failure.is_none() {
            return false;
        }
        let before = self.checking.take();
        match library.look_up_proof(&self.position, self.preset) {
            Found::Proved(certified) => self.prove(&certified),
            Found::Checking(proof) => self.checking = Some(proof.name.clone()),
            Found::Nothing => {}
        }
        self.rate();
        before != self.checking
    }

    /// Takes over what a certificate proves.
    fn prove(&mut self, Certified { proof, guide }: &Certified<'_>) {
        let (position, preset) = (self.position, self.preset);
        let Some(bound) = guide.worth(&position, preset) else {
            return;
        };
        let known = known_start(&position, preset).filter(|known| {
            let is_sound = known.basis != Basis::Verified || !known.bound || proof.is_verified();
            is_sound && (!known.bound || known.plies <= bound.plies)
        });
        self.fact = Some(known.unwrap_or(bound));
        self.mirrored = guide.image() != Image::default();
        self.certificate = Some(CertificateReply::of(proof));
        // The certificate's own moves come last, and replace those to known starts.
        self.proved.extend(guide.moves(&position, preset));
        self.line.clear();
        self.guide = Some(guide.clone());
    }

    /// Completes the line of best play by tables or a certificate. `found` receives the analysis if
    /// that has changed it.
    fn lengthen(
        &mut self,
        library: &Library,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<(), Failure> {
        let before = self.line.len();
        if let Some(guide) = self.guide.take() {
            self.line = guide.line(&self.position, self.preset);
        } else if self.failure.is_none() && self.line.is_empty() {
            let tables = library.tables.of(self.rules);
            let line = match self.worth.category {
                Some(Wdl::Draw) => tables.drawn_line(&self.position)?,
                _ => tables.line(&self.position)?,
            };
            self.line = line.iter().map(|step| step.played).collect();
        }
        if self.line.len() > before {
            found(self);
        }
        Ok(())
    }

    /// Takes over the engine's results for all moves, best first.
    pub fn learn(&mut self, searched: &[RatedMove]) {
        self.searched = searched.to_vec();
        self.rate();
    }

    /// Rates the position and its moves by all that is known.
    fn rate(&mut self) {
        if !self.searched.is_empty() {
            self.moves.clone_from(&self.searched);
        }
        // Equal moves are in the order of the certificate.
        let place = |rated: &RatedMove| {
            let place = self.proved.iter().position(|known| known.played == rated.played);
            place.unwrap_or(self.proved.len())
        };
        self.moves.sort_by_key(place);
        RatedMove::settle(&mut self.moves, &self.proved);
        let best = self.moves.first().map_or(Worth::UNKNOWN, |best| best.worth);
        self.worth = self.fact.unwrap_or(best);
        if let Some(fact) = self.fact.filter(|fact| fact.category == Some(Wdl::Loss)) {
            // If the position is lost, so is every move.
            for rated in self.moves.iter_mut().filter(|rated| !rated.worth.is_certain()) {
                rated.worth = Worth { proviso: fact.proviso, ..LOST };
            }
        }
        if self.certificate.is_none() || self.line.is_empty() {
            let best = self.moves.first().filter(|best| best.worth != Worth::UNKNOWN);
            self.line = best.map_or(Vec::new(), |best| best.line.clone());
        }
    }

    /// Returns the value in words.
    fn words(&self) -> String {
        match (self.worth.basis, self.moves.first()) {
            (Basis::Estimate, Some(best)) => format!("{best}: by the engine, not proved"),
            _ => self.worth.sentence(),
        }
    }

    /// Returns the value in words, and the source of `what`, such as the moves, unless tables have it.
    pub fn heading(&self, what: &str) -> String {
        let source = match (self.over, self.note, &self.certificate) {
            (Some(over), ..) => return format!("{} (over: {over})", self.worth),
            (None, Some(note), _) => return format!("{}: {note}", self.worth),
            (None, None, _) if self.is_by_tables() => return self.worth.to_string(),
            (.., Some(proof)) => format!("the certificate {proof}, whose numbers are bounds"),
            (.., None) => "the engine".to_owned(),
        };
        format!("{}\n{what} by {source}:", self.words())
    }

    /// Returns a remark on the winner of a draw by repetition, if tables know one.
    pub fn remark(&self) -> Option<String> {
        self.repetition.as_ref().map(ToString::to_string)
    }

    /// Returns the text that `loa line` prints: one move per line, with the position after it. Tables
    /// tell which moves the player had no choice about.
    ///
    /// # Errors
    /// When a table cannot be read.
    pub fn line(&self, library: &Library) -> Result<String, Failure> {
        let tables = Some(library.tables.of(self.rules)).filter(|_| self.is_by_tables());
        let mut text = format!("{}  {}", self.position, self.heading("play"));
        let mut game = Game::new(self.preset, self.position);
        for (ply, &played) in (1..).zip(&self.line) {
            let number = move_number(ply, game.position().turn());
            let mark = tables
                .map_or(Ok(""), |tables| tables.probe(game.position()).map(|probe| mark(&probe)))?;
            if game.play(played).is_err() {
                break;
            }
            text += &format!("\n{number:>6} {:<6} {}{mark}", played.to_string(), game.position());
        }
        let end = held(game.positions()).or_else(|| game.end().map(|end| end.to_string()));
        for remark in [self.remark(), end].into_iter().flatten() {
            text += &format!("\n{remark}");
        }
        Ok(text + &self.reason())
    }

    /// Returns a line with the reason why no table answers.
    fn reason(&self) -> String {
        let missing = self.missing.as_ref().filter(|_| self.worth.basis != Basis::Search);
        missing.map_or(String::new(), |missing| format!("\n{missing}"))
    }
}

/// Returns a mark if the player has no choice of moves.
fn mark(probe: &Probe) -> &'static str {
    let outcome = probe.value.wdl();
    let keeping = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
    match (probe.moves.len(), keeping.count(), outcome) {
        (1, ..) => "  forced",
        (_, 1, Wdl::Win | Wdl::Draw) => "  only move",
        _ => "",
    }
}

/// Returns a remark on moves that lead to an earlier position.
fn held(positions: &[Position]) -> Option<String> {
    let (last, before) = positions.split_last()?;
    Some(match before.iter().position(|position| position == last)? {
        0 => "the first position again, so the game can continue".to_owned(),
        place => {
            let moves = counted(place as u64, "move");
            format!("the position after {moves} again, so the game can continue")
        }
    })
}

/// The worth of a move in a lost position.
const LOST: Worth = Worth::certain(Wdl::Loss, None, Basis::Proof);

/// Writes the text that `loa probe` prints.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Analysis { position, material, board, rules, .. } = self;
        writeln!(f, "{position}  {material} on {board} under {rules}")?;
        f.write_str(&self.heading("moves"))?;
        let known = self.moves.iter().filter(|rated| rated.worth != Worth::UNKNOWN);
        for rated in known {
            write!(f, "\n  {:<6} {rated}", rated.played.to_string())?;
            if let (Basis::Proof, [_, answer]) = (rated.worth.basis, &rated.line[..]) {
                write!(f, ", answered by {answer}")?;
            }
        }
        f.write_str(&self.reason())
    }
}

/// The maximum depth of a question. A position of 8x8 takes about a second at this depth.
pub(crate) const MOST_DEPTH: u32 = 6;

/// Returns the effort of the engine that a question asks for: a depth in plies, or `ms` milliseconds.
pub(crate) fn effort(
    library: &Library,
    depth: Option<u32>,
    ms: Option<u64>,
) -> Result<Option<engine::Effort>, Failure> {
    let most = library.limits.estimate;
    Ok(Some(match (depth, ms) {
        (None, None) => return Ok(None),
        (Some(depth), None) if (1..=MOST_DEPTH).contains(&depth) => engine::Effort::Depth(depth),
        (None, Some(ms)) if ms > 0 && Duration::from_millis(ms) <= most => {
            engine::Effort::Time(Duration::from_millis(ms))
        }
        (Some(depth), None) => bail!(Usage, "depth is {depth}: expected 1 to {MOST_DEPTH}"),
        (None, Some(ms)) => bail!(Usage, "ms is {ms}: expected 1 to {}", most.as_millis()),
        (Some(_), Some(_)) => bail!(Usage, "expected a depth or a time in ms, not both"),
    }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Instant;

    use loa_checker::Certificate;
    use loa_solver::Value;

    use super::*;

    /// Returns certificates of 6x6 that have not been used before.
    fn of_6x6() -> Vec<NamedProof> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/proofs");
        let names = ["6x6-c1-c3", "6x6-b1-d3", "6x6", "6x6-b1-f1"];
        let open = |name| Certificate::open(folder.join(format!("{name}.proof"))).unwrap();
        names.map(|name| NamedProof::new(name, open(name)).unwrap()).to_vec()
    }

    fn known(library: &Library, position: &str) -> serde_json::Value {
        let game = Game::new(Preset::default(), position.parse().unwrap());
        let known = library.known(&game).unwrap();
        serde_json::to_value(known).unwrap()
    }

    #[test]
    fn only_the_certificate_whose_start_is_asked_about_is_checked() {
        for (position, name, plies) in [
            // After c1-c3, with the colours exchanged, and after b1-d3.
            ("1oooo1/x4x/x4x/x1o2x/x4x/1o1oo1 x", "6x6-c1-c3", Some(47)),
            ("1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o", "6x6-b1-d3", Some(53)),
            // No certificate begins with this position. The first certificate may cover it.
            ("1xxxx1/o4o/o2o2/o2x1o/o4o/2xxx1 x", "6x6-c1-c3", None),
        ] {
            let given = of_6x6();
            let library = Library::built_in();
            let certificates = library.certificates.clone().with(given.clone());
            let known = known(&library.with_certificates(certificates), position);
            assert_eq!(known["checking"], name, "{position}");
            assert_eq!(known["plies"], serde_json::json!(plies), "{position}");
            let begun = given.iter().filter(|proof| proof.is_begun());
            assert_eq!(begun.map(|proof| &proof.name).collect::<Vec<_>>(), [name], "{position}");
        }
    }

    #[test]
    fn a_start_with_the_other_player_to_move_is_an_image_of_the_transpose() {
        // The start of 5x6, turned and with colours exchanged, is the start of 6x5 with White to
        // move.
        let library = Library::built_in();
        for (text, name, mirrored) in [
            ("1xxxx1/o4o/o4o/o4o/1xxxx1 x", "built-in 6x5", false),
            ("1xxx1/o3o/o3o/o3o/o3o/1xxx1 o", "built-in 6x5", true),
        ] {
            let known = known(&library, text);
            assert_eq!((&known["category"], &known["plies"]), (&"win".into(), &17.into()));
            assert_eq!(known["certificate"]["name"], name);
            assert_eq!(known["mirrored"], mirrored);
            let position: Position = text.parse().unwrap();
            let best = known["moves"][0]["move"].as_str().unwrap();
            assert!(Preset::default().rules.parse_move(&position, best).is_ok());
        }
        let start = known(&library, "1xxxx1/o4o/o4o/o4o/o4o/o4o/1xxxx1 x");
        assert_eq!((&start["plies"], &start["bound"]), (&60.into(), &true.into()));
        assert!(start["certificate"].is_null() && start["missing"]["hint"].is_null());
    }

    /// Every answer of a stream has the same form, and each has at least what the last one had.
    #[test]
    fn the_first_answer_waits_for_no_certificate_and_no_engine() {
        let library = Library::built_in();
        let certificates = library.certificates.clone().with(of_6x6());
        let library = library.with_certificates(certificates);
        let question = serde_json::json!({ "position": "start 6x6", "ms": 100 });
        let question: EstimateRequest = serde_json::from_value(question).unwrap();
        let (mut answers, mut rests, began) = (Vec::new(), 0, Instant::now());
        let mut found = |known: &Analysis| {
            answers.push((began.elapsed(), serde_json::to_value(known).unwrap()));
        };
        let (stop, mut rest) = (Stop::default(), || rests += 1);
        let mut watch = Watch { stop: &stop, found: &mut found, rest: &mut rest };
        let last = question.analyse(&library, &mut watch).unwrap();
        // The check takes longer than the engine thinks.
        assert_eq!((rests, last.checking), (1, None));
        let (first, last) = (&answers[0], &answers[answers.len() - 1].1);
        assert!(first.0 < Duration::from_millis(100), "{:?}", first.0);
        for (_, answer) in &answers {
            assert_eq!((&answer["plies"], &answer["basis"]), (&59.into(), &"verified".into()));
            assert_eq!(answer["moves"].as_array().unwrap().len(), 24);
        }
        // The moves to known starts need no certificate: 8 win and 12 lose.
        let proofs = |answer: &serde_json::Value| {
            answer["moves"].to_string().matches(r#""basis":"proof""#).count()
        };
        assert_eq!([proofs(&first.1), proofs(last)], [20, 20]);
        assert_eq!(last["certificate"]["name"], "6x6");
        assert_eq!(
            (&last["moves"][0]["move"], last["line"].as_array().unwrap().len()),
            (&"b1-b3".into(), 59)
        );
        let next = known(&library, "1xxxx1/o4o/o4o/ox3o/o4o/2xxx1 o");
        assert_eq!([&next["plies"], &next["moves"][0]["plies"]], [58, 58]);
    }

    #[test]
    fn a_move_that_repeats_a_position_has_the_value_of_that_end() {
        let library = Library::built_in();
        let soucie: Preset = "soucie".parse().unwrap();
        let start: Position = "2o1/1xxo/4/xo1x x".parse().unwrap();
        let mut games = vec![Game::new(soucie, start)];
        // After three plies the fourth can bring back the start.
        for _ in 0..3 {
            let longer = games.iter().flat_map(|game| {
                let after = |played| {
                    let mut game = game.clone();
                    game.play(played).map(|()| game)
                };
                game.legal_moves().into_iter().flat_map(after)
            });
            games = longer.collect();
        }
        let is_back = |game: &Game, played| game.position().play_unchecked(played) == start;
        games.retain(|game| game.legal_moves().into_iter().any(|played| is_back(game, played)));
        assert!(!games.is_empty());
        for game in games {
            for rated in library.known(&game).unwrap().moves {
                let repeats = is_back(&game, rated.played);
                assert_eq!(rated.repeats, repeats, "{} {}", game.position(), rated.played);
                assert!(!repeats || rated.worth == Worth::exact(Value::Loss(1), rated.worth.basis));
            }
        }
    }
}
