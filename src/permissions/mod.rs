//! PURE. Permission rules in the pattern syntax of the CLI.
