//! Families: the materials that are solved together.

use std::fmt;
use std::iter::FusedIterator;
use std::str::FromStr;

use crate::game::board::Board;
use crate::game::material::{Material, ParseMaterialError};

/// A material and its twin. Their values depend on each other, so they are solved together. The
/// name begins with the larger number.
///
/// # Examples
/// ```
/// use loa_solver::{Family, Material};
///
/// let family = Family::new(Material::new(3, 4));
/// assert_eq!(family.to_string(), "4v3");
/// assert_eq!(family, Material::new(4, 3).family());
/// assert_eq!("3v4".parse(), Ok(family));
/// let materials: Vec<String> = family.materials().map(|m| m.to_string()).collect();
/// assert_eq!(materials, ["4v3", "3v4"]);
/// let captured: Vec<String> = family.captures().map(|m| m.to_string()).collect();
/// assert_eq!(captured, ["2v4", "3v3"]);
/// assert_eq!(Material::new(3, 3).family().materials().count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Family(Material);

impl Family {
    /// Returns the family of a material.
    pub const fn new(material: Material) -> Family {
        if material.us() < material.them() { Family(material.twin()) } else { Family(material) }
    }

    /// Returns the material whose first number is the larger.
    pub const fn larger_first(self) -> Material {
        self.0
    }

    /// Returns the one or two materials, [`Family::larger_first`] first.
    pub fn materials(self) -> impl DoubleEndedIterator<Item = Material> + FusedIterator + Clone {
        let twin = Some(self.0.twin()).filter(|&twin| twin != self.0);
        std::iter::once(self.0).chain(twin)
    }

    /// Returns the materials that captures lead to, except those with a lone stone, which need no
    /// table.
    pub fn captures(self) -> impl DoubleEndedIterator<Item = Material> + FusedIterator + Clone {
        self.materials().filter_map(Material::captured)
    }

    /// Counts the stones of both sides.
    pub const fn stones(self) -> u32 {
        self.0.stones()
    }
}

impl Material {
    /// Returns the family that the material belongs to.
    pub const fn family(self) -> Family {
        Family::new(self)
    }
}

impl Board {
    /// Returns the families that a game from the start can reach, without those of lone stones.
    /// Each has up to Black's number of stones on one side and up to White's on the other. A family
    /// comes after those that its captures lead to.
    ///
    /// # Examples
    /// ```
    /// use loa_solver::Board;
    ///
    /// let families = Board::new(4, 3)?.families();
    /// let names: Vec<String> = families.iter().map(|f| f.to_string()).collect();
    /// assert_eq!(names, ["2v2", "3v2", "4v2"]);
    /// # Ok::<(), loa_solver::BoardSizeError>(())
    /// ```
    pub fn families(self) -> Vec<Family> {
        let (black, white) = self.start_stones();
        let all = (2..=black).flat_map(|us| (2..=white).map(move |them| Material::new(us, them)));
        let mut families: Vec<Family> = all.map(Material::family).collect();
        families.sort();
        families.dedup();
        families
    }
}

impl From<Material> for Family {
    fn from(material: Material) -> Family {
        Family::new(material)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Family {
    type Err = ParseMaterialError;

    /// Reads either material of the family.
    fn from_str(text: &str) -> Result<Family, ParseMaterialError> {
        text.parse().map(Family::new)
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
