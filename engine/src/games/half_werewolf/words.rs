//! The messages of Half Werewolf. Their templates are in `words/*.ftl`, and their arguments are in the other files
//! there.

pub mod cards;
pub mod clause;
pub mod texts;
pub mod things;

pub use cards::{Card, Cards, Face, FaceDown, Faces, Slot};
pub use clause::Clause;
pub use things::{Ballot, Buried, Hand, Noted, TimeOfDay};

use strum::VariantArray;

use super::choices::RoleCount;
use super::moves::{Count, Target};
use super::rules::camps::Camp;
use super::rules::role::{Role, Variant};
use crate::message::{Message, Quote};
use crate::seat::Seat;
use crate::words::InputNumber;

crate::messages! {
    /// The messages of Half Werewolf.
    pub enum Words in "half_werewolf" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        AnyCard { role: Role = [Role::Villager] },
        TheCard { role: Role = roles_of_one() },
        TwoVillagers,
        Cards { cards: Vec<Card> },
        UnknownCard,
        UnknownCards { count: usize = [2, 1] },
        Faces { faces: Vec<Face> },
        OfRole { role: Role = [Role::Villager], count: i64 = [10, 1] },

        First,
        Second,
        OwnCard { slot: Slot },
        CardOf { seat: Seat, slot: Slot },
        GraveyardCard { slot: Slot },
        OnlyGraveyardCard,
        Person { seat: Seat },
        Graveyard,

        Standard,
        NightOfTheMagician,
        DangerousNeighbour,
        FarewellToADyingWorld,
        Morning,
        Day,
        Evening,
        TheEnd,

        DealKind,
        NoteKind,
        PassCardsKind,
        SeerLookKind,
        DigKind,
        SkipAbilityKind,
        StatementKind,
        EndDayKind,
        VoteKind,
        RevealKind,

        Dealt { graveyard: usize = [2, 1] },
        IsDealt { seat: Seat, cards: Cards },
        GraveyardIsDealt { cards: Cards },
        ChecksCards { seat: Seat },
        Notes { seat: Seat, noted: Vec<Noted> },
        NotedDealt { cards: Cards },
        NotedPassed { card: Card },
        NotedHolds { cards: Cards },
        EverybodyPasses,
        Passes { seat: Seat, right: Seat, card: Card },
        Looks { seat: Seat, place: FaceDown },
        LooksAndSees { seat: Seat, place: FaceDown, card: Card },
        Digs {
            seat: Seat,
            saw: Option<Cards> = buried(),
            gave: Buried,
            place: FaceDown = [FaceDown::Of(Seat::new(1), Slot(0)), FaceDown::Of(Seat::new(3), Slot(1))],
        },
        OneOfThem,
        ThatOfThem { slot: Slot },
        NobodyComesForward { role: Role = ABILITIES },
        Turned { seat: Seat },

        DayBegins,
        Says { seat: Seat, text: Quote },
        ClaimsAndSays { seat: Seat, card: Card, text: Quote },
        Claims { seat: Seat, card: Card },
        SaysSomething { seat: Seat },
        DayEnds,

        Votes { votes: Vec<Ballot> },
        BallotForThemselves { seat: Seat },
        BallotFor { seat: Seat, target: Target },
        BallotForNobody { seat: Seat },
        NoVotes,
        VotesCounted { counts: Vec<Count> },
        Counted { target: Target, votes: i64 = [3, 1] },
        RunoffDue { targets: Vec<Target> = tied() },
        Panics,
        Executed { target: Seat },
        GraveyardChosen,

        Revealed { hands: Vec<Hand> },
        HandOf { seat: Seat, cards: Cards },
        GraveyardRevealed { cards: Cards },
        CampsDecided,
        InCamp { camp: Camp, seats: Vec<Seat> },
        IsMadWolf { mad_wolf: Seat },
        TurnedByMagician { turned: Vec<Seat> },
        EndedInPanic,
        MadWolfExecuted,
        WerewolfExecuted,
        WerewolfSpared,
        MadWolfSpared,
        NobodyLeftToWin,
        SinnerAlone,
        DoomsayerExecuted,
        WerewolfDoomsayerSpared,
        NobodyWins,
        WinsAlone { winners: Vec<Seat> = [vec![Seat::new(0)]] },
        Win { winners: Vec<Seat> },

        WrongNumberOfSeats { input: InputNumber = [InputNumber(7)] },
        VariantNeedsSix { variant: Variant = [Variant::DangerousNeighbour], seats: u8 = [5] },
        HandsGiven,
        CardsPassedGiven,
        BallotsGiven,
        CardsInHand,
        CardsInGraveyard,
        LengthOfStatement,
        BlankStatement { seat: Seat },
        NoSuchCard { count: usize = [2, 1] },

        RoleNotInGame { role: Role = [Role::Magician, Role::Gravedigger] },
        WrongDeck { role: Role = [Role::Villager], allowed: usize = [6], input: InputNumber = [InputNumber(7)] },
        ImpossibleCards,
        ImpossiblePassing,
        OneTooMany { logged: Clause = clause::places(), input: Clause = clause::other_places() },
        NotPassedOn { logged: Clause = clause::dealt(), input: Clause = clause::passed() },
        Disagrees { logged: Clause = clause::stated(), input: Clause = clause::stated_otherwise() },
        DoesNotAddUp,
        NotPassedYet,
        WasDealt { seat: Seat, cards: Cards },
        PassedOn { seat: Seat, card: Card },
        Held { seat: Seat, cards: Cards },
        HoldsNow { seat: Seat, cards: Cards },
        CardWas { place: FaceDown = seen_from_outside(), card: Card },
        CardIs { place: FaceDown = seen_from_outside(), card: Card },
        Exchanged { place: FaceDown = [FaceDown::Graveyard(Slot(0)), FaceDown::Graveyard(Slot(1))] },
        GaveAway { card: Card },
        RulesKept,

        NotTheirMoment { due: Role = ABILITIES, input: Role = ABILITIES },
        NotTheHolder { seat: Seat, role: Role = ABILITIES },
        CameForwardWithout { seat: Seat, role: Role = ABILITIES },
        NoOwnCard { seat: Seat },
        ExchangedOwnCard { seat: Seat },
        OnlyOneAbility { seat: Seat },
        UsedBothAbilities { seat: Seat },
        MustComeForward { role: Role = ABILITIES },
        DidNotComeForward { role: Role = ABILITIES },
        GivenDiffers { saw: Card = [Card(Role::Villager)], input: Card = [Card(Role::Madman)] },
        AbilityUnused { role: Role = ABILITIES },
        GiveNeeded,
        SawOtherwise { role: Role = ABILITIES },

        NotInRunoff { allowed: Vec<Target> = tied(), input: Target = [Target::Graveyard] },
        VotedOutsideRunoff { input: Target },
        MadmanHasNoVote { seat: Seat },
        MadmanVoted { seat: Seat },
        TurnedHasNoVote { seat: Seat },
        TurnedVoted { seat: Seat },
        HasAVote { seat: Seat },
        DidNotVote { seat: Seat },
        WrongBallots,

        VariantBoard { variant: Variant },
        TimeBoard { time: TimeOfDay },
        ToBeDealt,
        ToBePassed,
        SeerToComeForward,
        GravediggerToComeForward,
        Discussion,
        ToBeVoted,
        ToBeVotedAgain,
        ToBeTurnedOver,
        DeckBoard { deck: Vec<RoleCount> },
        SeerLine { seat: Seat, place: FaceDown },
        SeenLine { card: Card },
        GravediggerLine { seat: Seat, place: FaceDown = [FaceDown::Of(Seat::new(3), Slot(0))] },
        SawLine { cards: Cards },
        GaveLine { card: Card },
        FirstVote { ballots: Vec<Ballot> },
        Runoff { ballots: Vec<Ballot> },
        FirstVoteLine { counts: Vec<Count> },
        RunoffLine,

        CardsBoard { seat: Seat, faces: Faces },
        GraveyardBoard { faces: Faces },
        Remarks { parts: Vec<Message> = [vec![Words::ExecutedRemark.into(), Words::WonRemark.into()]] },
        ExecutedRemark,
        ChosenRemark,
        TiedRemark,
        MadWolfRemark,
        WonRemark,
        NoteBoard { seat: Seat, note: Message = notes() },
        HeldNote { cards: Cards },
        PassedAndGotNote { passed: Card, got: Card },
        PassedNote { card: Card },
        GotNote { card: Card },
        DealtNote { cards: Cards },
        VotelessNote,
        TurnedNote,
        QuoteLine { text: Quote },

        DealLabel,
        TwoCards { seat: Seat },
        GraveyardLabel,
        SlotLabel { slot: Slot },
        NoteLabel,
        DealtLabel,
        PassedLabel,
        HoldsLabel,
        LookLabel,
        SeenLabel,
        LookedAtLabel,
        DigLabel,
        SawLabel,
        GiveLabel,
        GivenLabel,
        ExchangedWithLabel,
        NobodyLabel { role: Role = ABILITIES },
        StatementLabel,
        TextLabel,
        ClaimLabel,
        EndDayLabel,
        PassAllLabel,
        VoteAllLabel,
        NoVoteLabel,
        RevealLabel,
        SeerSawLabel,
        GravediggerSawLabel,
        GivenAwayLabel,
        OwnHandLabel,
        OwnCardsLabel,
        OwnPassLabel,
        OwnPassedLabel,
        NotSaid,
        OwnVoteLabel,
        OwnBallotLabel,

        BallotsDecided { seats: Vec<Seat> },
        BallotGaveUp { seat: Seat, percent: i64 = [40], best: i64 = [90] },
        WerewolfCampGraph,
        SeatLine { seat: Seat },
        RolesTable,
        WinsTable,
        VotesTable,
        VoteColumn,
        ChanceColumn,
        BestVoteColumn,
        GivenUpColumn,
        OtherwiseColumn,
        BestVote { target: Target, percent: i64 = [90] },
        SameWinners,
        AnotherRunoff,
        OtherWinners,
        CardChance { place: FaceDown = seen_from_outside(), card: Card, percent: i64 = [43] },

    }
}

/// The roles whose holders come forward.
const ABILITIES: [Role; 2] = [Role::Seer, Role::Gravedigger];

fn roles_of_one() -> Vec<Role> {
    Role::VARIANTS.iter().copied().filter(|role| *role != Role::Villager).collect()
}

/// Face-down cards in sentences that are not about their holder.
fn seen_from_outside() -> [FaceDown; 3] {
    [FaceDown::Of(Seat::new(1), Slot(0)), FaceDown::Graveyard(Slot(1)), FaceDown::OnlyGraveyard]
}

/// The cards that the gravedigger saw.
fn buried() -> [Option<Cards>; 3] {
    [Some(Cards(vec![Role::Villager; 2])), None, Some(Cards(vec![Role::Villager, Role::Werewolf]))]
}

fn tied() -> [Vec<Target>; 2] {
    let [first, second] = [1, 2].map(|seat| Target::Seat(Seat::new(seat)));
    [vec![first, second], vec![first, second, Target::Seat(Seat::new(3))]]
}

fn notes() -> [Message; 4] {
    let (passed, got) = (Card(Role::Villager), Card(Role::Seer));
    [
        Words::PassedAndGotNote { passed, got }.into(),
        Words::GotNote { card: got }.into(),
        Words::VotelessNote.into(),
        Words::TurnedNote.into(),
    ]
}
