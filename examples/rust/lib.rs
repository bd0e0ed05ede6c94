//! Small programs to copy, beside this file. The programs in the README files are tested here too.

#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../README.md")]
    struct Repository;

    #[doc = include_str!("../../crates/core/README.md")]
    struct Core;

    #[doc = include_str!("../../crates/games/blokus/README.md")]
    struct Blokus;

    #[doc = include_str!("../../crates/games/triominos/README.md")]
    struct Triominos;

    #[doc = include_str!("../../crates/games/coerceo/README.md")]
    struct Coerceo;

    #[doc = include_str!("../../crates/games/aquapipe/README.md")]
    struct AquaPipe;

    #[doc = include_str!("../../crates/bots/README.md")]
    struct Bots;

    #[doc = include_str!("../../crates/arena/README.md")]
    struct Arena;

    #[doc = include_str!("../../crates/table/README.md")]
    struct Table;
}
