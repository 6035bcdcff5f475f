//! Pictures for those that take no SVG, such as what makes previews of links.

use loa_report::{Failure, Status};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Width and height, as previews want them.
const SIZE: (u32, u32) = (1200, 630);

/// Returns a drawing as PNG, in the middle and as large as it can be, without its words.
pub(crate) fn png(svg: &[u8]) -> Result<Vec<u8>, Failure> {
    drawn(svg).ok_or_else(|| Failure::new(Status::Failed, "the picture cannot be drawn"))
}

fn drawn(svg: &[u8]) -> Option<Vec<u8>> {
    let tree = Tree::from_data(svg, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1)?;
    // As the drawing's own background.
    pixels.fill(Color::from_rgba8(0xff, 0xfd, 0xf8, 0xff));
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (SIZE.0 as f32 / width).min(SIZE.1 as f32 / height);
    let left = (SIZE.0 as f32 - scale * width) / 2.0;
    let top = (SIZE.1 as f32 - scale * height) / 2.0;
    let placed = Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(&tree, placed, &mut pixels.as_mut());
    pixels.encode_png().ok()
}
