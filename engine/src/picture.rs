//! The illustrations of boards, keys and pages: one set, drawn once.
//!
//! Each picture is a file in `pictures/`, a square of 48 units. Its dark outline within a light rim stands out on a
//! dark table and on a light one. Pictures differ by shape as well as by colour.

use schemars::JsonSchema;
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

macro_rules! pictures {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal,)+) => {
        /// An illustration.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema, IntoStaticStr, VariantArray,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum Picture {
            $($(#[$doc])+ $variant,)+
        }

        impl Picture {
            /// The picture as an SVG document.
            pub const fn svg(self) -> &'static str {
                match self {
                    $(Self::$variant => include_str!(concat!("pictures/", $name, ".svg")),)+
                }
            }
        }
    };
}

pictures! {
    /// The back of a card.
    CardBack = "card_back",
    /// A cat.
    Cat = "cat",
    /// A stick of charcoal.
    Charcoal = "charcoal",
    /// A chicken.
    Chicken = "chicken",
    /// A chip.
    Chip = "chip",
    /// A claim: a speech bubble.
    Claim = "claim",
    /// A cow.
    Cow = "cow",
    /// A cup over its dice.
    Cup = "cup",
    /// A lifted cup beside its dice.
    CupLifted = "cup_lifted",
    /// A villager that is thrown.
    Dancer = "dancer",
    /// A die.
    Die = "die",
    /// A dog.
    Dog = "dog",
    /// A donkey.
    Donkey = "donkey",
    /// 終末論者.
    Doomsayer = "doomsayer",
    /// A fire.
    Fire = "fire",
    /// 墓堀.
    Gravedigger = "gravedigger",
    /// A tombstone.
    Graveyard = "graveyard",
    /// 狂人.
    Madman = "madman",
    /// 魔術師.
    Magician = "magician",
    /// A stick of meat.
    Meat = "meat",
    /// A hand with its palm down.
    PalmDown = "palm_down",
    /// A hand with its palm up.
    PalmUp = "palm_up",
    /// A hand that throws paper.
    Paper = "paper",
    /// A hand that throws rock.
    Rock = "rock",
    /// A dog in the field.
    RunningDog = "running_dog",
    /// A hand that throws scissors.
    Scissors = "scissors",
    /// 占い師.
    Seer = "seer",
    /// A sheep.
    Sheep = "sheep",
    /// A sheepdog.
    Sheepdog = "sheepdog",
    /// 罪人.
    Sinner = "sinner",
    /// A suspension card.
    Suspension = "suspension",
    /// 村人.
    Villager = "villager",
    /// A warning card with its grey side up.
    WarningGrey = "warning_grey",
    /// A warning card with its yellow side up.
    WarningYellow = "warning_yellow",
    /// 人狼.
    Werewolf = "werewolf",
    /// A wolf.
    Wolf = "wolf",
}

impl Picture {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::VARIANTS.iter().copied()
    }

    /// Its name in JSON, and that of its file.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The id under which a board defines it.
    pub(crate) fn id(self) -> String {
        format!("picture-{}", self.name())
    }

    /// The picture as a symbol of another SVG document.
    pub(crate) fn symbol(self) -> String {
        let (_, within) = self.svg().split_once('>').unwrap_or_default();
        let within = within.trim_end().trim_end_matches("</svg>").trim();
        format!("<symbol id=\"{}\" viewBox=\"-1 -1 50 50\">{}</symbol>", self.id(), compact(within))
    }
}

/// The SVG without line breaks and indentation.
fn compact(svg: &str) -> String {
    svg.lines().map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_picture_is_well_formed_and_has_the_frame_of_all() {
        for picture in Picture::VARIANTS {
            let name = picture.name();
            let document =
                roxmltree::Document::parse(picture.svg()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(document.root_element().attribute("viewBox"), Some("-1 -1 50 50"), "{name}");
            let symbol = picture.symbol();
            roxmltree::Document::parse(&symbol).unwrap_or_else(|error| panic!("{name}: {error}: {symbol}"));
        }
    }

    #[test]
    fn every_file_is_a_picture() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pictures");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the folder of pictures")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let pictures: BTreeSet<String> =
            Picture::VARIANTS.iter().map(|picture| format!("{}.svg", picture.name())).collect();
        assert_eq!(files, pictures);
    }

    #[test]
    fn no_two_pictures_are_the_same() {
        let drawn: BTreeSet<&str> = Picture::VARIANTS.iter().map(|picture| picture.svg()).collect();
        assert_eq!(drawn.len(), Picture::VARIANTS.len());
    }
}
