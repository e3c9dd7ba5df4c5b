//! How dear a journal entry is, as the number that a column holds. The numbers are for good: folders have them.

use crate::core::journal::Class;

/// The number of a class.
pub(super) const fn number(class: Class) -> u8 {
    match class {
        Class::Retired => 0,
        Class::Proved => 1,
        Class::HandedOver => 2,
        Class::Owed => 3,
    }
}

/// The class of a number, if there is one.
pub(super) const fn of(number: i64) -> Option<Class> {
    match number {
        0 => Some(Class::Retired),
        1 => Some(Class::Proved),
        2 => Some(Class::HandedOver),
        3 => Some(Class::Owed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_comes_back_from_its_number() {
        for class in [Class::Retired, Class::Proved, Class::HandedOver, Class::Owed] {
            assert_eq!(of(number(class).into()), Some(class));
        }
        assert_eq!((of(-1), of(4)), (None, None));
    }
}
