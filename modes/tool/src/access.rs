//! How much a client may do: what `QTMCP_ACCESS` allows, checked where every tool is run.

use crate::{Code, Effect, Fault};

/// What may be done, the least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Looking only.
    Read,
    /// Also what a person at the screen could do.
    Act,
    /// Everything.
    #[default]
    Full,
}

/// What a tool does its work on knows how much of it is allowed.
pub trait Permits {
    /// How much may be done here.
    fn access(&self) -> Access;
}

impl Access {
    /// Every level.
    pub const ALL: [Access; 3] = [Access::Full, Access::Act, Access::Read];

    /// The name in `QTMCP_ACCESS`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Act => "act",
            Access::Full => "full",
        }
    }

    /// Whether this may be done.
    #[must_use]
    pub fn permits(self, effect: Effect) -> bool {
        match effect {
            Effect::Reads => true,
            Effect::Acts => self >= Access::Act,
            Effect::Alters => self == Access::Full,
        }
    }

    /// `denied` unless this may be done; `what` is what was asked for, in the words of whoever asked.
    pub fn check(self, effect: Effect, what: &str) -> Result<(), Fault> {
        if self.permits(effect) {
            return Ok(());
        }
        let (level, lacks) = match effect {
            Effect::Alters if self == Access::Act => ("act", "does not let an app be changed past its user interface"),
            _ => (self.as_str(), "lets an app be looked at only"),
        };
        let message = format!("{what} is not allowed: QTMCP_ACCESS is {level}, which {lacks}.");
        Err(Fault::new(Code::Denied, message).next(ASK))
    }
}

/// Said once, so that it is not tried again in other ways.
const ASK: &str = "Do without it. Only the person who started this can allow more, with QTMCP_ACCESS; tell them what it \
                   would be for.";

impl std::str::FromStr for Access {
    type Err = UnknownAccess;

    fn from_str(name: &str) -> Result<Self, UnknownAccess> {
        Self::ALL.into_iter().find(|access| access.as_str() == name).ok_or_else(|| UnknownAccess(name.to_owned()))
    }
}

/// A name that is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAccess(String);

impl std::fmt::Display for UnknownAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is no level of access; the levels are full, act and read", self.0)
    }
}

impl std::error::Error for UnknownAccess {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_what_the_one_below_it_has_and_more() {
        let permitted = |access: Access| {
            let effects = [Effect::Reads, Effect::Acts, Effect::Alters].into_iter();
            effects.filter(|effect| access.permits(*effect)).collect::<Vec<_>>()
        };
        assert_eq!(permitted(Access::Read), [Effect::Reads]);
        assert_eq!(permitted(Access::Act), [Effect::Reads, Effect::Acts]);
        assert_eq!(permitted(Access::Full), [Effect::Reads, Effect::Acts, Effect::Alters]);
        assert!(Access::Read < Access::Act && Access::Act < Access::Full);
    }

    #[test]
    fn a_refusal_says_the_level_what_it_lacks_and_whose_setting_it_is() {
        let fault = Access::Act.check(Effect::Alters, "setProperty").unwrap_err();
        assert_eq!(fault.code, Code::Denied);
        let message = "setProperty is not allowed: QTMCP_ACCESS is act, which does not let an app be changed past its \
                       user interface.";
        assert_eq!(fault.message, message);
        assert!(fault.next.contains("Only the person") && fault.next.contains("QTMCP_ACCESS"), "{}", fault.next);
        let fault = Access::Read.check(Effect::Alters, "setProperty").unwrap_err();
        assert!(fault.message.contains("is read, which lets an app be looked at only"), "{fault}");
        assert_eq!(Access::Full.check(Effect::Alters, "setProperty"), Ok(()));
    }

    #[test]
    fn a_level_goes_by_its_name_and_nothing_else() {
        for access in Access::ALL {
            assert_eq!(access.as_str().parse(), Ok(access));
        }
        let error = "readonly".parse::<Access>().unwrap_err();
        assert_eq!(error.to_string(), "`readonly` is no level of access; the levels are full, act and read");
        assert!("".parse::<Access>().is_err() && "Read".parse::<Access>().is_err());
    }
}
