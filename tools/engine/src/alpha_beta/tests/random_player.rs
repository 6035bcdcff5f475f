//! The engine against random moves.

use super::*;

/// Plays a game against random moves. Returns the winner's colour, `None` for a draw.
fn against_random(
    preset: Preset,
    board: Board,
    plays: Color,
    nodes: u64,
    seed: u64,
) -> Option<Color> {
    let (mut engine, mut chance) = (engine(preset, None), Pcg64::of(seed, &[]));
    let mut game = Game::new(preset, board.start());
    for _ in 0..300 {
        if let Some(end) = game.end() {
            return end.winner;
        }
        let played = if game.position().turn() == plays {
            let (thought, _) = think(&mut engine, &game, &to_nodes(nodes));
            thought.best.unwrap()
        } else {
            *chance.pick(&game.legal_moves()).unwrap()
        };
        game.play(played).unwrap();
    }
    None
}

fn assert_beats_random(name: &str, size: &str, nodes: u64, games: u64) {
    for seed in 0..games {
        for plays in [Color::Black, Color::White] {
            let winner = against_random(preset(name), board(size), plays, nodes, seed);
            assert_eq!(winner, Some(plays), "{name} {size} game {seed}");
        }
    }
}

#[test]
fn a_random_player_is_beaten() {
    assert_beats_random("club", "5x5", 1000, 5);
    assert_beats_random("misere", "5x5", 1000, 3);
    assert_beats_random("soucie", "5x4", 1000, 3);
    assert_beats_random("tournament", "6x6", 1000, 2);
    assert_beats_random("club", "8x8", 1000, 3);
}

#[test]
#[ignore = "720 games take half a minute"]
fn a_random_player_is_beaten_in_many_games() {
    for name in Preset::ALL.map(|preset| preset.name) {
        assert_beats_random(name, "5x5", 2000, 40);
        assert_beats_random(name, "8x8", 2000, 20);
    }
}
