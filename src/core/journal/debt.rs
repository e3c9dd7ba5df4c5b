//! What was dropped before its host had proved that it read it: told until a carrier of the count is proved.
//!
//! A mark is a total since the thread began, so that a proof pays exactly what its carrier said and nothing that
//! was dropped later. Debt is never dropped itself; it ends by proof or with its conversation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The debts of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Debts {
    /// All that was ever dropped.
    total: u64,
    /// Instances that something is owed to; `None` stands for unknown ones.
    #[serde(with = "pairs")]
    open: BTreeMap<Option<String>, Debt>,
    /// Marks that runs have carried; a run of `None` has not begun.
    carried: Vec<Carried>,
}

/// What one instance is owed, as totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Debt {
    owed: u64,
    paid: u64,
}

/// A mark that a run carried to an instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Carried {
    run: Option<u64>,
    instance: Option<String>,
    mark: u64,
}

impl Debts {
    /// One more answer to an instance was dropped.
    pub fn owe(&mut self, instance: Option<&str>) {
        // Begun at the total, a debt is above every mark that was made for an earlier one.
        let base = self.total;
        self.total += 1;
        let fresh = Debt { owed: base, paid: base };
        self.open.entry(instance.map(str::to_owned)).or_insert(fresh).owed += 1;
    }

    /// How many answers an instance is owed.
    #[must_use]
    pub fn of(&self, instance: Option<&str>) -> u64 {
        self.get(instance).map_or(0, |debt| debt.owed - debt.paid)
    }

    /// What a reply to an instance says of it now; 0: nothing.
    #[must_use]
    pub fn mark(&self, instance: Option<&str>) -> u64 {
        self.get(instance).map_or(0, |debt| debt.owed)
    }

    fn get(&self, instance: Option<&str>) -> Option<&Debt> {
        self.open.get(&instance.map(str::to_owned))
    }

    /// A carrier of a mark is proved.
    pub fn pay(&mut self, instance: Option<&str>, mark: u64) {
        let key = instance.map(str::to_owned);
        let Some(debt) = self.open.get_mut(&key) else { return };
        debt.paid = debt.paid.max(mark.min(debt.owed));
        if debt.paid == debt.owed {
            self.open.remove(&key);
            self.carried.retain(|carried| carried.instance != key);
        }
    }

    /// A run, or the next one to begin, carries a mark. Nothing is kept where nothing is owed.
    pub fn carry(&mut self, run: Option<u64>, instance: Option<&str>, mark: u64) {
        if self.of(instance) == 0 || mark == 0 {
            return;
        }
        let same = |it: &&mut Carried| it.run == run && it.instance.as_deref() == instance;
        match self.carried.iter_mut().find(same) {
            Some(carried) => carried.mark = carried.mark.max(mark),
            None => self.carried.push(Carried { run, instance: instance.map(str::to_owned), mark }),
        }
    }

    /// A run carries what was said between the last one and it.
    pub fn run_began(&mut self, run: u64) {
        for carried in self.carried.iter_mut().filter(|carried| carried.run.is_none()) {
            carried.run = Some(run);
        }
    }

    /// A run ended; it proves what it carried, or nothing.
    pub fn run_ended(&mut self, run: u64, is_proof: bool) {
        let ended: Vec<_> = self.carried.extract_if(.., |carried| carried.run == Some(run)).collect();
        for carried in ended.iter().filter(|_| is_proof) {
            self.pay(carried.instance.as_deref(), carried.mark);
        }
    }

    /// Over all instances.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.open.values().map(|debt| debt.owed - debt.paid).sum()
    }

    /// Whether somebody can still be told; unknown instances only where there can be some.
    #[must_use]
    pub fn is_receivable(&self, had_host: bool) -> bool {
        self.open.keys().any(|instance| instance.is_some() || !had_host)
    }

    /// The conversation is over: nobody is owed anything.
    pub fn clear(&mut self) {
        self.open.clear();
        self.carried.clear();
    }
}

/// JSON has no key that is `null`.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::Debt;

    pub fn serialize<S: Serializer>(map: &BTreeMap<Option<String>, Debt>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<Option<String>, Debt>, D::Error> {
        Vec::<(Option<String>, Debt)>::deserialize(from).map(|pairs| pairs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_pays_what_its_carrier_said_and_no_more() {
        let mut debts = Debts::default();
        debts.owe(Some("a"));
        debts.owe(Some("a"));
        let said = debts.mark(Some("a"));
        debts.owe(Some("a"));
        debts.pay(Some("a"), said);
        assert_eq!((debts.of(Some("a")), debts.of(Some("b")), debts.of(None)), (1, 0, 0));
    }

    #[test]
    fn an_old_mark_pays_nothing_of_a_later_debt() {
        let mut debts = Debts::default();
        (0..5).for_each(|_| debts.owe(Some("a")));
        let old = debts.mark(Some("a"));
        debts.pay(Some("a"), old);
        (0..3).for_each(|_| debts.owe(Some("a")));
        debts.pay(Some("a"), old);
        assert_eq!(debts.of(Some("a")), 3);
    }

    #[test]
    fn a_run_pays_what_was_said_in_it_and_between_it_and_the_one_before() {
        let mut debts = Debts::default();
        debts.owe(None);
        debts.carry(None, None, debts.mark(None));
        debts.run_began(1);
        debts.owe(None);
        debts.carry(Some(1), None, debts.mark(None));
        debts.owe(None);
        debts.run_ended(2, true);
        assert_eq!(debts.of(None), 3);
        debts.run_ended(1, true);
        assert_eq!(debts.of(None), 1);
        debts.carry(Some(3), None, debts.mark(None));
        debts.run_ended(3, false);
        assert_eq!(debts.of(None), 1);
    }

    #[test]
    fn nothing_is_kept_of_a_debt_that_is_paid() {
        let mut debts = Debts::default();
        debts.owe(Some("a"));
        debts.carry(Some(7), Some("a"), 1);
        debts.pay(Some("a"), 1);
        assert_eq!(debts, Debts { total: 1, ..Debts::default() });
        debts.carry(Some(8), Some("a"), 1);
        assert_eq!(debts, Debts { total: 1, ..Debts::default() });
    }

    #[test]
    fn it_is_read_back_as_it_was_written() {
        let mut debts = Debts::default();
        debts.owe(None);
        debts.owe(Some("a"));
        debts.carry(None, Some("a"), 2);
        let text = serde_json::to_string(&debts).unwrap();
        assert_eq!(serde_json::from_str::<Debts>(&text).unwrap(), debts);
    }
}
