//! The pieces as outlines, each from its own left upper corner.

/// An outline, what is drawn on it, and the width it takes in a row.
pub struct Shape {
    /// Path data.
    pub outline: &'static str,
    /// Path data.
    pub strokes: &'static str,
    /// With the gap to the next.
    pub pitch: i32,
}

/// A dog, running to the left; 20 high.
pub const DOG: Shape = Shape {
    outline: "M1 9 C1 8 4 8 5 5 C6 2 9 2 11 4 C13 7 15 8 19 8 C23 8 24 6 25 1 C28 4 27 8 25 11 L26 20 L23 20 L21 14 \
              C19 15 16 15 14 14 L13 20 L10 20 L9 13 C6 14 2 13 1 9 Z",
    strokes: "M6 7 L6 7 M9 3 C13 4 13 9 11 9 C9 9 9 6 9 3",
    pitch: 30,
};

/// A villager with its arms up; 26 high.
pub const VILLAGER: Shape = Shape {
    outline: "M5 9 C2 7 3 1 7 1 C11 1 12 7 9 9 C11 8 11 6 11 3 L14 3 C14 8 13 11 11 14 L12 26 L8 26 L7 20 L6 26 L2 26 \
              L3 14 C1 11 0 8 0 3 L3 3 C3 6 3 8 5 9 Z",
    strokes: "M5 9 L9 9",
    pitch: 17,
};

/// Meat on a bone; 44 high.
pub const MEAT: Shape = Shape {
    outline: "M7 29 L7 37 C3 36 3 43 8 42 C13 43 13 36 9 37 L9 29 C16 27 17 10 12 4 C10 1 6 1 4 4 C-1 10 0 27 7 29 Z",
    strokes: "M5 10 C4 13 4 17 5 20 M10 8 C12 12 12 16 11 19",
    pitch: 21,
};

/// A piece of charcoal; 44 high.
pub const CHARCOAL: Shape = Shape {
    outline: "M3 4 L13 2 L15 40 L2 43 Z",
    strokes: "M4 10 L10 14 L7 20 M14 17 L9 23 L11 31 M3 29 L7 34 M5 5 L5 5 M12 37 L12 37",
    pitch: 21,
};

/// The fire; 60 high.
pub const FIRE: Shape = Shape {
    outline: "M24 1 C28 14 44 22 44 40 C44 52 35 59 24 59 C13 59 4 52 4 40 C4 30 10 26 12 16 C16 20 18 22 18 26 \
              C23 20 25 12 24 1 Z",
    strokes: "M25 30 C28 37 34 40 34 47 C34 53 30 56 24 56 C18 56 15 52 15 47 C15 42 19 41 20 37 C23 39 25 36 25 30",
    pitch: 56,
};
