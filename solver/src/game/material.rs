//! Material: the numbers of stones of the side to move and of the other side.

use std::fmt;
use std::str::FromStr;

/// The numbers of stones of the side to move and of the other side, as in `4v3`. Materials are ordered
/// by all stones, then by those of the side to move.
///
/// # Examples
/// ```
/// use loa_solver::Material;
///
/// let material: Material = "4v3".parse()?;
/// assert_eq!((material.us(), material.them(), material.stones()), (4, 3, 7));
/// // After the side to move captures, the other side is to move.
/// assert_eq!(material.captured(), Some(Material::new(2, 4)));
/// assert!(Material::new(3, 4) < material && material < Material::new(2, 6));
/// # Ok::<(), loa_solver::ParseMaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    stones: u8,
    us: u8,
}

/// Text that is not a material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not material: expected stones of the side to move, v, stones of the other side, such as 4v3"
)]
pub struct ParseMaterialError(String);

impl Material {
    /// Returns the material of `us` stones to move against `them`, each 1 to 63. Larger numbers
    /// become 64, which no board has room for beside another stone.
    pub const fn new(us: u32, them: u32) -> Material {
        let us = if us > 64 { 64 } else { us as u8 };
        let them = if them > 64 { 64 } else { them as u8 };
        Material { stones: us + them, us }
    }

    /// Returns how many stones the side to move has.
    pub const fn us(self) -> u32 {
        self.us as u32
    }

    /// Returns how many stones the other side has.
    pub const fn them(self) -> u32 {
        (self.stones - self.us) as u32
    }

    /// Counts all stones.
    pub const fn stones(self) -> u32 {
        self.stones as u32
    }

    /// Returns the material of the same stones with the other side to move.
    pub const fn twin(self) -> Material {
        Material { us: self.stones - self.us, ..self }
    }

    /// Returns the material after a capture by the side to move; `None` if the capture leaves a
    /// lone stone, which is always connected and needs no table.
    pub const fn captured(self) -> Option<Material> {
        if self.them() < 3 {
            return None;
        }
        Some(Material { stones: self.stones - 1, us: self.stones - self.us - 1 })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.us(), self.them())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let value = plain.then(|| digits.parse().ok()).flatten();
            value.filter(|stones| (1..64).contains(stones))
        };
        let sides = text.split_once('v');
        let read = sides.and_then(|(us, them)| Some(Material::new(number(us)?, number(them)?)));
        read.ok_or_else(|| ParseMaterialError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_and_nonsense_does_not() {
        assert_eq!("4v3".parse::<Material>().unwrap(), Material::new(4, 3));
        assert_eq!(Material::new(12, 2).to_string(), "12v2");
        for text in ["", "4", "v", "4v", "4v0", "0v4", "4v64", "4v+3", "4v3v2", "4x3"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
