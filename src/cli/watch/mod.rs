//! `watch`: answer a thread's dialogs from the terminal.
//!
//! Line by line, so that it works over a pipe as well, and so that a card which is settled elsewhere can drop out of
//! the prompt at once. While an answer is on its way no line is read: none can go to the wrong card.

mod cards;
mod dialog;
mod input;
mod prompt;

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::client::{Incoming, Session, StreamEvent, Update};

use super::exit::{Exit, Failure};
use super::signal::Interrupts;
use super::target::{HubArgs, LabelArg, ThreadArg};
use super::{out, text};
use cards::{Cards, Change};
use input::Input;
use prompt::Step;

const HELP: &str = "commands: /cancel dismisses the card, /N turns to card N, /list, /quit; = before a text takes it as it is";

/// Answer the dialogs of a thread from this terminal.
#[derive(Debug, Args)]
pub struct Watch {
    #[command(flatten)]
    pub thread: ThreadArg,
    #[command(flatten)]
    pub label: LabelArg,
}

/// `dialog.refused`.
#[derive(Deserialize)]
struct Refused {
    id: String,
    detail: String,
}

struct Watching {
    session: Session,
    cards: Cards,
    input: Input,
    /// The dialog whose answer is on its way.
    sent: Option<String>,
    lost: bool,
}

enum Next {
    Update(Update),
    Line(Option<String>),
    Interrupted,
}

impl Watch {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let mut interrupts =
            Interrupts::catch().map_err(|e| Failure::new(Exit::Hub, "signals", e.to_string()))?;
        let thread = &self.thread.thread;
        let following = Session::follow(hub.endpoint()?, thread.as_str(), Some(&self.label.label));
        let session = tokio::select! {
            session = following => session?,
            () = interrupts.next() => return Ok(Exit::Done),
        };
        out::note(&format!("watching {thread}; Ctrl-C ends\n{HELP}"));
        let mut watching =
            Watching { session, cards: Cards::default(), input: Input::open(), sent: None, lost: false };
        let ended = watching.until_the_end(&mut interrupts).await;
        watching.input.show();
        watching.session.close().await;
        ended.map(|()| Exit::Done)
    }
}

impl Watching {
    async fn until_the_end(&mut self, interrupts: &mut Interrupts) -> Result<(), Failure> {
        let mut input_ended = false;
        loop {
            let takes_lines = self.input.is_terminal() || self.cards.current().is_some();
            let reads = !input_ended && self.sent.is_none() && takes_lines;
            let next = tokio::select! {
                update = self.session.next() => Next::Update(update?),
                line = self.input.next(), if reads => {
                    Next::Line(line.map_err(|e| Failure::new(Exit::Usage, "input", format!("standard input: {e}")))?)
                }
                () = interrupts.next() => Next::Interrupted,
            };
            match next {
                Next::Update(update) => self.update(update)?,
                Next::Line(Some(line)) => {
                    if !self.line(&line).await? {
                        return Ok(());
                    }
                }
                Next::Line(None) => input_ended = true,
                Next::Interrupted => return Ok(()),
            }
            if input_ended && self.sent.is_none() {
                return Ok(());
            }
        }
    }

    fn update(&mut self, update: Update) -> Result<(), Failure> {
        let change = match update {
            Update::Snapshot(snapshot) => {
                serde_json::from_str(snapshot.text.get()).map(|s| self.cards.replace(s))
            }
            Update::Event(event) => self.event(&event),
            Update::Notice(notice) => return self.notice(&notice),
            Update::Lost { why, .. } => {
                if !self.lost {
                    out::note(&format!("{}; coming back", text::line(&why.to_string())));
                }
                self.lost = true;
                if self.sent.take().is_some() {
                    out::line("whether the answer arrived is not known: if the card stays, answer again")?;
                    self.again()?;
                }
                return Ok(());
            }
        };
        self.lost = false;
        // What this terminal cannot read it cannot draw; others can, so the stream goes on.
        let change = change.unwrap_or_else(|e| Change {
            said: vec![format!("a dialog that cannot be shown here: {e}")],
            dropped: false,
        });
        self.tell(change)
    }

    fn event(&mut self, event: &StreamEvent) -> Result<Change, serde_json::Error> {
        match event.kind.as_str() {
            "dialog.requested" => serde_json::from_str(event.text.get()).map(|e| self.cards.request(e)),
            "dialog.settled" => serde_json::from_str(event.text.get()).map(|e| self.cards.settle(&e)),
            _ => Ok(Change::default()),
        }
    }

    fn notice(&mut self, notice: &Incoming) -> Result<(), Failure> {
        if notice.method != "dialog.refused" {
            return Ok(());
        }
        let Ok(refused) = notice.read::<Refused>() else { return Ok(()) };
        out::line(&format!("refused: {}", text::line(&refused.detail)))?;
        if self.sent.as_ref() == Some(&refused.id) {
            self.sent = None;
            self.again()?;
        }
        Ok(())
    }

    /// Shows the card again from its beginning.
    fn again(&mut self) -> Result<(), Failure> {
        if let Some(card) = self.cards.restart() {
            out::line(&card.dialog.drawn(card.number))?;
            self.prompt()?;
        }
        Ok(())
    }

    /// Says what changed and turns to the next card where the one being answered is gone.
    fn tell(&mut self, change: Change) -> Result<(), Failure> {
        for said in &change.said {
            out::line(said)?;
        }
        if change.dropped {
            self.sent = None;
            self.input.show();
        }
        if let Some(card) = self.cards.begin() {
            out::line(&card.dialog.drawn(card.number))?;
            self.prompt()?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if let Some((_, prompt)) = self.cards.current() {
            out::line(&format!("  > {}", prompt.hint().trim_start()))?;
            self.input.begin(prompt.is_secret());
        }
        Ok(())
    }

    /// Takes a line; false: the person wants to leave.
    async fn line(&mut self, line: &str) -> Result<bool, Failure> {
        let secret = self.cards.current().is_some_and(|(_, prompt)| prompt.is_secret());
        if let Some(command) = line.strip_prefix('/').filter(|_| !secret) {
            return self.command(command.trim()).await;
        }
        let Some((_, prompt)) = self.cards.current() else {
            out::line("nothing is open")?;
            return Ok(true);
        };
        match prompt.feed(line) {
            Step::Answer(answer) => {
                self.input.show();
                self.send(answer).await?;
            }
            Step::More(hint) if hint.is_empty() => {}
            Step::More(hint) => out::line(&format!("  > {}", hint.trim_start()))?,
            Step::Again(why) => out::line(&format!("  {}", text::line(&why)))?,
        }
        Ok(true)
    }

    async fn command(&mut self, command: &str) -> Result<bool, Failure> {
        match command {
            "quit" => return Ok(false),
            "cancel" => self.send(r#"{"cancelled":true}"#.to_owned()).await?,
            "list" => {
                for line in self.cards.listed() {
                    out::line(&line)?;
                }
            }
            _ => match command.parse().ok().and_then(|number| self.cards.turn_to(number)) {
                Some(card) => {
                    out::line(&card.dialog.drawn(card.number))?;
                    self.prompt()?;
                }
                None => out::line(HELP)?,
            },
        }
        Ok(true)
    }

    async fn send(&mut self, answer: String) -> Result<(), Failure> {
        let Some((id, _)) = self.cards.current() else { return Ok(out::line("nothing is open")?) };
        let id = id.to_owned();
        let answer = RawValue::from_string(answer).map_err(|e| Failure::usage(e.to_string()))?;
        let sent = match self.session.client() {
            Some(client) => client.respond(&id, answer).await.map_err(|e| e.to_string()),
            None => Err("there is no connection".to_owned()),
        };
        match sent {
            Ok(()) => self.sent = Some(id),
            Err(why) => {
                out::line(&format!("not sent, answer again when the hub is back: {}", text::line(&why)))?;
                self.again()?;
            }
        }
        Ok(())
    }
}
