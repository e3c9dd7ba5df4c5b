//! The open cards of a thread as one terminal knows them: pure, fed with what the session tells.
//!
//! A card keeps its number for as long as it is open. At most one is being answered.

use serde::Deserialize;

use super::dialog::Dialog;
use super::prompt::Prompt;
use crate::cli::text::line;
use crate::cli::who::Who;
use crate::core::outcome::Outcome;

/// One open dialog.
#[derive(Debug)]
pub struct Card {
    pub id: String,
    /// What a person calls it by.
    pub number: usize,
    pub dialog: Dialog,
}

/// All of them, and the one being answered.
#[derive(Debug, Default)]
pub struct Cards {
    open: Vec<Card>,
    last_number: usize,
    current: Option<(String, Prompt)>,
}

/// What changed for the person at the terminal.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Lines to say.
    pub said: Vec<String>,
    /// Whether the card that was being answered is gone.
    pub dropped: bool,
}

#[derive(Debug, Deserialize)]
pub struct Requested {
    id: String,
    dialog: Dialog,
}

#[derive(Debug, Deserialize)]
pub struct Settled {
    id: String,
    outcome: Outcome,
    by: Option<Who>,
}

#[derive(Debug, Deserialize)]
pub struct State {
    open: Vec<Requested>,
}

impl Cards {
    /// A snapshot: what it does not list is gone.
    pub fn replace(&mut self, state: State) -> Change {
        let mut change = Change::default();
        let listed = |id: &str| state.open.iter().any(|event| event.id == id);
        for gone in self.open.extract_if(.., |card| !listed(&card.id)) {
            change.said.push(format!("[{}] is gone", gone.number));
        }
        change.dropped = self.drop_current_if_gone();
        for event in state.open {
            change.said.extend(self.request(event).said);
        }
        change
    }

    /// A dialog came.
    pub fn request(&mut self, event: Requested) -> Change {
        if self.open.iter().any(|card| card.id == event.id) {
            return Change::default();
        }
        self.last_number += 1;
        let card = Card { id: event.id, number: self.last_number, dialog: event.dialog };
        let said = match self.current {
            Some(_) => vec![format!("new: {} (/{} to answer it)", summary(&card), card.number)],
            None => Vec::new(),
        };
        self.open.push(card);
        Change { said, dropped: false }
    }

    /// A dialog ended; says who won.
    pub fn settle(&mut self, event: &Settled) -> Change {
        let Some(at) = self.open.iter().position(|card| card.id == event.id) else {
            return Change::default();
        };
        let card = self.open.remove(at);
        let by = event.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
        let said = vec![format!("[{}] {}{by}", card.number, event.outcome.as_str())];
        Change { said, dropped: self.drop_current_if_gone() }
    }

    /// Begins to answer the oldest card where none is being answered; gives it to be drawn.
    pub fn begin(&mut self) -> Option<&Card> {
        if self.current.is_some() {
            return None;
        }
        let number = self.open.first()?.number;
        self.turn_to(number)
    }

    /// Begins to answer the card with this number.
    pub fn turn_to(&mut self, number: usize) -> Option<&Card> {
        let card = self.open.iter().find(|card| card.number == number)?;
        self.current = Some((card.id.clone(), Prompt::new(card.dialog.clone())));
        Some(card)
    }

    /// Begins the card again that was being answered: its answer was refused.
    pub fn restart(&mut self) -> Option<&Card> {
        let id = &self.current.as_ref()?.0;
        let number = self.open.iter().find(|card| card.id == *id)?.number;
        self.turn_to(number)
    }

    /// The card being answered.
    pub fn current(&mut self) -> Option<(&str, &mut Prompt)> {
        self.current.as_mut().map(|(id, prompt)| (id.as_str(), prompt))
    }

    /// A line for each open card.
    pub fn listed(&self) -> Vec<String> {
        self.open.iter().map(summary).collect()
    }

    fn drop_current_if_gone(&mut self) -> bool {
        let gone = self.current.as_ref().is_some_and(|(id, _)| !self.open.iter().any(|card| card.id == *id));
        if gone {
            self.current = None;
        }
        gone
    }
}

fn summary(card: &Card) -> String {
    format!("[{}] {}: {}", card.number, line(card.dialog.method.as_str()), line(&card.dialog.title))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn requested(id: &str) -> Requested {
        serde_json::from_value(json!({"id": id, "dialog": {"method": "confirm", "title": id}})).unwrap()
    }

    fn settled(id: &str) -> Settled {
        let by = json!({"follower": "f1", "label": "laptop"});
        serde_json::from_value(json!({"id": id, "outcome": "answered", "by": by})).unwrap()
    }

    #[test]
    fn the_oldest_card_is_answered_first_and_later_ones_are_told() {
        let mut cards = Cards::default();
        assert_eq!(cards.request(requested("a")), Change::default());
        assert_eq!(cards.begin().map(|card| card.number), Some(1));
        assert_eq!(cards.request(requested("b")).said, ["new: [2] confirm: b (/2 to answer it)"]);
        assert!(cards.begin().is_none(), "one at a time");
        assert_eq!(cards.turn_to(2).map(|card| card.id.as_str()), Some("b"));
        assert!(cards.turn_to(7).is_none());
        assert_eq!(cards.current().map(|(id, _)| id.to_owned()).as_deref(), Some("b"));
    }

    #[test]
    fn a_card_that_is_settled_elsewhere_drops_and_says_who_won() {
        let mut cards = Cards::default();
        cards.request(requested("a"));
        cards.request(requested("b"));
        cards.begin();
        assert_eq!(
            cards.settle(&settled("b")),
            Change { said: vec!["[2] answered by laptop".into()], dropped: false }
        );
        assert_eq!(
            cards.settle(&settled("a")),
            Change { said: vec!["[1] answered by laptop".into()], dropped: true }
        );
        assert!(cards.current().is_none() && cards.begin().is_none());
        assert_eq!(cards.settle(&settled("a")), Change::default(), "once");
    }

    #[test]
    fn a_snapshot_drops_every_card_that_it_does_not_list() {
        let mut cards = Cards::default();
        cards.request(requested("a"));
        cards.begin();
        let change = cards.replace(State { open: vec![requested("b")] });
        assert_eq!(change, Change { said: vec!["[1] is gone".into()], dropped: true });
        assert_eq!(cards.listed(), ["[2] confirm: b"]);
        let same = cards.replace(State { open: vec![requested("b")] });
        assert_eq!(same, Change::default(), "a card keeps its number");
    }
}
