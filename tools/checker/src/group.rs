//! Certificates that rest on each other, checked together.

use std::collections::HashMap;

use crate::certificate::{Certificate, Watch};
use crate::error::{CheckError, ProofFault};
use crate::format::Claim;
use crate::taken::{Taken, plies_of_rank};
use crate::walk::{Walk, walk};

/// Checks certificates together, in any order: each one's moves, and that others of them prove the
/// turns that it takes from them. One walk is in memory at a time.
///
/// A certificate may prove a turn only by its own moves, and ranks decrease along every line of play.
/// So all claims follow, by induction over the plies, whatever the digests are.
///
/// # Errors
/// The place of the certificate at fault, and the reason, as for [`check`](crate::check):
/// [`CheckError::Rests`] names the certificates that are not given.
pub fn check_all(
    certificates: &[Certificate],
    watch: Watch<'_>,
) -> Result<(), (usize, CheckError)> {
    // The turns that each certificate takes, and all of them by the digest of the one to prove them.
    let (mut taken, mut wanted) = (Vec::new(), HashMap::<u128, Vec<(usize, Taken)>>::new());
    for (by, certificate) in certificates.iter().enumerate() {
        let turns = certificate.taken().map_err(|error| (by, error.into()))?;
        for &turn in &turns {
            wanted.entry(certificate.rests_on()[turn.from]).or_default().push((by, turn));
        }
        taken.push(turns);
    }
    let mut before = 0;
    for (at, (certificate, taken)) in certificates.iter().zip(&taken).enumerate() {
        let walk = walk(certificate, taken, &|moves| watch(before + moves))
            .map_err(|error| (at, error))?;
        before += certificate.claim().moves;
        for (by, taken) in wanted.get(&certificate.digest()).into_iter().flatten() {
            let claim = certificates[*by].claim();
            if !proves(certificate.claim(), &walk, claim, taken) {
                let fault = ProofFault::NotProved {
                    plies: plies_of_rank(taken.rank),
                    digest: certificate.digest(),
                };
                let position = claim.board.position_text(taken.stones, claim.winner);
                return Err((*by, CheckError::Invalid { ids: claim.ids, position, fault }));
            }
        }
    }
    for (by, certificate) in certificates.iter().enumerate() {
        let is_given = |digest: &u128| certificates.iter().any(|other| other.digest() == *digest);
        let rests_on = certificate.rests_on().iter().copied();
        let missing: Vec<u128> = rests_on.filter(|digest| !is_given(digest)).collect();
        if !missing.is_empty() {
            return Err((by, CheckError::Rests(missing)));
        }
    }
    Ok(())
}

/// Returns whether the moves of a certificate prove a turn that another claim takes from it.
fn proves(own: &Claim, walk: &Walk, claim: &Claim, taken: &Taken) -> bool {
    let is_same_game = (own.board.files(), own.board.ranks())
        == (claim.board.files(), claim.board.ranks())
        && own.winner == claim.winner
        && claim.ids.without(own.ids).is_empty();
    let number = walk.numbers.get(&taken.stones).filter(|_| is_same_game);
    number.is_some_and(|&number| walk.turns[number as usize].rank <= taken.rank)
}
