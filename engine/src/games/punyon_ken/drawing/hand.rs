//! A hand as an outline: the left one, with straight or bent fingers, its palm up or down.

use super::super::rules::score::Palm;

/// The size of the drawing of a hand.
pub const HAND_SIZE: (i64, i64) = (100, 118);
/// The wrist of a hand with its palm up: left edge and width.
const WRIST_LEFT_AND_WIDTH: (i64, i64) = (32, 44);

/// The four fingers besides the thumb: left edge and top. The index finger comes first.
const FINGERS_LEFT_AND_TOP: [(i64, i64); 4] = [(25, 14), (41, 5), (57, 11), (73, 26)];
const FINGER_WIDTH: i64 = 14;
/// The place where the fingers begin.
const KNUCKLES_Y: i64 = 60;

/// A hand, seen from above: its paths, to be laid over one another.
pub struct Hand {
    /// The outline of the whole hand.
    pub outline: String,
    /// Bent fingers that lie on the palm.
    pub folded: Vec<String>,
    /// Lines of the palm, or nails.
    pub lines: String,
}

/// Draws a hand. The thumb is bent first, as people count in Japan.
pub fn hand(bent: i64, palm: Palm) -> Hand {
    let pen = Pen(palm);
    let straight = |finger: i64| finger >= bent - 1;
    let (mut outline, mut folded, mut lines) = (pen.thumb_side(bent < 1), Vec::new(), String::new());
    if bent >= 1 && palm == Palm::Up {
        folded.push(pen.draw("M34 78 L58 87 C67 91 62 101 54 99 L38 95"));
    }
    for (finger, (left, tip)) in (0..).zip(FINGERS_LEFT_AND_TOP) {
        let tip = if straight(finger) { tip } else { KNUCKLES_Y - 12 };
        outline.push_str(&pen.draw(&up_and_down(left, tip)));
        match (straight(finger), palm) {
            (true, Palm::Up) => lines.push_str(&pen.draw(&joints(left, tip))),
            (true, Palm::Down) => lines.push_str(&pen.draw(&nail(left, tip + 3))),
            (false, Palm::Up) => folded.push(pen.draw(&lying(left))),
            (false, Palm::Down) => lines.push_str(&pen.draw(&knuckle(left))),
        }
    }
    outline.push_str(&pen.draw("L87 92 C87 104 78 108 76 118 Z"));
    lines.push_str(&pen.draw(match palm {
        Palm::Up if bent <= 1 => "M30 78 C44 66 66 74 84 68 M36 106 C52 100 50 86 38 79",
        Palm::Up => "",
        Palm::Down => "M32 70 L32 76 M48 66 L48 72 M64 66 L64 72 M80 70 L80 76",
    }));
    Hand { outline, folded, lines }
}

/// Draws paths of a left hand with its palm up, mirrored if the palm is down.
struct Pen(Palm);

impl Pen {
    /// Path data of absolute `M`, `L`, `C` and `Z`, mirrored if the palm is down.
    fn draw(&self, data: &str) -> String {
        let numbers = data.split_whitespace().scan(false, |is_y, word| {
            let command = word.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
            let number = word[command.len()..].parse::<i64>().ok();
            let mirrored = number.map(|n| if self.0 == Palm::Down && !*is_y { HAND_SIZE.0 - n } else { n });
            *is_y ^= number.is_some();
            Some(format!("{command}{} ", mirrored.map_or_else(String::new, |n| n.to_string())))
        });
        numbers.collect()
    }

    /// From the wrist up to the index finger, around the thumb if that is straight.
    fn thumb_side(&self, straight: bool) -> String {
        let thumb = "M32 118 C30 108 24 102 18 94 L3 72 C-2 63 8 56 14 63 L25 76";
        let without = "M32 118 C30 108 25 102 25 92 L25 76";
        self.draw(if straight { thumb } else { without })
    }
}

/// The wrist at the sleeve: left edge and width.
pub fn wrist(palm: Palm) -> (i64, i64) {
    match palm {
        Palm::Up => WRIST_LEFT_AND_WIDTH,
        Palm::Down => (HAND_SIZE.0 - WRIST_LEFT_AND_WIDTH.0 - WRIST_LEFT_AND_WIDTH.1, WRIST_LEFT_AND_WIDTH.1),
    }
}

fn up_and_down(left: i64, tip: i64) -> String {
    let right = left + FINGER_WIDTH;
    let base = KNUCKLES_Y + 2;
    format!(
        "L{left} {base} L{left} {y} C{left} {tip} {right} {tip} {right} {y} L{right} {base} ",
        y = tip + 9
    )
}

fn joints(left: i64, tip: i64) -> String {
    let (from, to) = (left + 3, left + FINGER_WIDTH - 3);
    let (upper, lower) = (tip + (KNUCKLES_Y - tip) / 3 + 2, tip + (KNUCKLES_Y - tip) * 2 / 3 + 3);
    format!("M{from} {upper} L{to} {upper} M{from} {lower} L{to} {lower} ")
}

/// A finger nail.
fn nail(left: i64, top: i64) -> String {
    let (from, to, end) = (left + 3, left + FINGER_WIDTH - 3, top + 9);
    format!("M{from} {end} L{from} {y} C{from} {top} {to} {top} {to} {y} L{to} {end} Z ", y = top + 4)
}

/// A bent finger on the palm.
fn lying(left: i64) -> String {
    let right = left + FINGER_WIDTH;
    format!("M{left} 56 C{left} 47 {right} 47 {right} 56 L{right} 80 C{right} 90 {left} 90 {left} 80 Z ")
}

/// A bent finger from behind.
fn knuckle(left: i64) -> String {
    let (from, to) = (left + 2, left + FINGER_WIDTH - 2);
    format!("M{from} 58 C{from} 53 {to} 53 {to} 58 ")
}
