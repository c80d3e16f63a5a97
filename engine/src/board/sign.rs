//! Signs: words and pictures in one line.

use super::lettering;
use super::{Anchor, Area, Board, Look, Size, use_of};
use crate::picture::Picture;
use crate::seat::Seat;

/// The side of a picture between words.
const SIGN_SIDE: i64 = 22;
/// The distance between the marks of a line: they overlap, so that many marks make a short line.
const MARK_STEP: i64 = 16;
/// The distance between crossed-out signs.
const CROSSED_STEP: i64 = 18;

/// A part of a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Words or a number.
    Words(String),
    /// An illustration, as tall as the line.
    Picture(Picture),
    /// An illustration of a thing that is gone, or never was: faded and crossed out.
    Crossed(Picture),
    /// An illustration turned clockwise by so many degrees.
    Turned(Picture, i64),
    /// The mark of a seat.
    Mark(Seat),
}

impl Sign {
    /// The width that it takes behind the sign before it.
    fn width(&self, before: Option<&Self>) -> i64 {
        match (self, before) {
            (Self::Words(words), _) => lettering::width(words, Size::Small) + 4,
            (Self::Mark(_), Some(Self::Mark(_))) => MARK_STEP,
            (Self::Crossed(_), Some(Self::Crossed(_))) => CROSSED_STEP,
            (Self::Picture(_) | Self::Crossed(_) | Self::Turned(..) | Self::Mark(_), _) => SIGN_SIDE + 3,
        }
    }
}

impl Board<'_> {
    /// Words and pictures in one line that ends here; returns its width.
    pub fn signs(&mut self, (end, y): (i64, i64), signs: &[Sign]) -> i64 {
        let mut x = end;
        for (place, sign) in signs.iter().enumerate().rev() {
            let area = Area { x: x - SIGN_SIDE, y, w: SIGN_SIDE, h: SIGN_SIDE };
            match sign {
                Sign::Words(words) => {
                    self.write((x, y + 16), Anchor::End, Size::Small, words, sign.width(None) + 8);
                }
                Sign::Picture(picture) => self.picture(area, Look::Open, *picture),
                Sign::Crossed(picture) => self.crossed(area, *picture),
                Sign::Mark(seat) => self.mark(area.centre(), *seat),
                Sign::Turned(picture, degrees) => self.turned(area, *picture, *degrees),
            }
            x -= sign.width(place.checked_sub(1).and_then(|before| signs.get(before)));
        }
        end - x
    }

    /// Words and pictures in one line that begins here.
    pub fn signs_right_of(&mut self, (x, y): (i64, i64), signs: &[Sign]) {
        let before = [None].into_iter().chain(signs.iter().map(Some));
        let width: i64 = signs.iter().zip(before).map(|(sign, before)| sign.width(before)).sum();
        self.signs((x + width, y), signs);
    }

    fn turned(&mut self, area: Area, picture: Picture, degrees: i64) {
        self.pictures.insert(picture);
        let (x, y) = area.centre();
        self.add(use_of(picture, area).set("transform", format!("rotate({degrees} {x} {y})")));
    }
}
