//! `watch`: answer a thread's dialogs from the terminal.
//!
//! Line by line, so that it works over a pipe as well, and so that a card which is settled elsewhere can drop out of
//! the prompt at once. While an answer is on its way no line is read: none can go to the wrong card. It goes with an
//! `answer_key`, again and again until the hub has replied: one that was lost with its connection is not typed twice.

mod cards;
mod dialog;
mod input;
mod prompt;

use std::pin::Pin;

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::client::{ClientError, Session, StreamEvent, Update, read_json};
use crate::core::id::ThreadId;

use super::exit::{Exit, Failure};
use super::payload::payload;
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

/// `thread.moved`; `null` where it was forgotten.
#[derive(Deserialize)]
struct Moved {
    to: Option<ThreadId>,
}

struct Watching {
    session: Session,
    /// Its present name, which a move changes.
    thread: ThreadId,
    cards: Cards,
    input: Input,
    sent: Sent,
    lost: bool,
}

type Reply = Result<Box<RawValue>, ClientError>;

/// What became of the answer to the card that is shown.
enum Sent {
    /// There is none yet: lines are read.
    Nothing,
    /// The hub has not replied; dropping it gives up the reply.
    OnItsWay(Pin<Box<dyn Future<Output = Reply>>>),
    /// The hub took it; the stream will say that the card is settled.
    Accepted,
}

impl Sent {
    /// The hub's reply, where one is to come. Cancel safe.
    async fn reply(&mut self) -> Reply {
        match self {
            Self::OnItsWay(reply) => reply.await,
            Self::Nothing | Self::Accepted => std::future::pending().await,
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

enum Next {
    Reply(Reply),
    Update(Update),
    Line(Option<String>),
    Interrupted,
}

impl Watch {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let mut interrupts =
            Interrupts::catch().map_err(|e| Failure::new(Exit::Hub, "signals", e.to_string()))?;
        let thread = self.thread.thread;
        let following = Session::follow(hub.endpoint()?, thread.as_str(), Some(&self.label.label));
        let session = tokio::select! {
            session = following => session?,
            () = interrupts.next() => return Ok(Exit::Done),
        };
        out::note(&format!("watching {thread}; Ctrl-C ends\n{HELP}"));
        let mut watching = Watching {
            session,
            thread,
            cards: Cards::default(),
            input: Input::open(),
            sent: Sent::Nothing,
            lost: false,
        };
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
            let reads = !input_ended && self.sent.is_nothing() && takes_lines;
            let next = tokio::select! {
                update = self.session.next() => Next::Update(update?),
                reply = self.sent.reply() => Next::Reply(reply),
                line = self.input.next(), if reads => {
                    Next::Line(line.map_err(|e| Failure::new(Exit::Usage, "input", format!("standard input: {e}")))?)
                }
                () = interrupts.next() => Next::Interrupted,
            };
            match next {
                Next::Update(update) => self.update(update)?,
                Next::Reply(reply) => self.replied(reply)?,
                Next::Line(Some(line)) => {
                    if !self.line(&line)? {
                        return Ok(());
                    }
                }
                Next::Line(None) => input_ended = true,
                Next::Interrupted => return Ok(()),
            }
            if input_ended && self.sent.is_nothing() {
                return Ok(());
            }
        }
    }

    fn update(&mut self, update: Update) -> Result<(), Failure> {
        let change = match update {
            Update::Snapshot(snapshot) => read_json(snapshot.text.get()).map(|s| self.cards.replace(s)),
            Update::Event(event) => self.event(&event),
            Update::Notice(_) => return Ok(()),
            Update::Lost { why, .. } => {
                if !self.lost {
                    let again = if self.sent.is_nothing() { "" } else { " with your answer" };
                    out::note(&format!("{}; coming back{again}", text::line(&why.to_string())));
                }
                self.lost = true;
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
            "dialog.requested" => read_json(event.text.get()).map(|e| self.cards.request(e)),
            "dialog.settled" => read_json(event.text.get()).map(|e| self.cards.settle(&e)),
            "thread.moved" => {
                let moved: Moved = serde_json::from_str(event.text.get())?;
                self.thread = moved.to.unwrap_or_else(|| self.thread.clone());
                Ok(Change::default())
            }
            _ => Ok(Change::default()),
        }
    }

    /// The hub's word about the answer. What it took, the stream shows as settled.
    fn replied(&mut self, reply: Reply) -> Result<(), Failure> {
        let why = match reply {
            Ok(_) => {
                self.sent = Sent::Accepted;
                return Ok(());
            }
            Err(ClientError::Rpc(refused)) => format!("refused: {}", refused.detail()),
            Err(error) => format!("not sent: {error}"),
        };
        self.sent = Sent::Nothing;
        out::line(&text::line(&why))?;
        self.again()
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
            self.sent = Sent::Nothing;
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
    fn line(&mut self, line: &str) -> Result<bool, Failure> {
        let secret = self.cards.current().is_some_and(|(_, prompt)| prompt.is_secret());
        if let Some(command) = line.strip_prefix('/').filter(|_| !secret) {
            return self.command(command.trim());
        }
        let Some((_, prompt)) = self.cards.current() else {
            out::line("nothing is open")?;
            return Ok(true);
        };
        match prompt.feed(line) {
            Step::Answer(answer) => {
                self.input.show();
                self.send(&answer)?;
            }
            Step::More(hint) if hint.is_empty() => {}
            Step::More(hint) => out::line(&format!("  > {}", hint.trim_start()))?,
            Step::Again(why) => out::line(&format!("  {}", text::line(&why)))?,
        }
        Ok(true)
    }

    fn command(&mut self, command: &str) -> Result<bool, Failure> {
        match command {
            "quit" => return Ok(false),
            "cancel" => self.send(r#"{"cancelled":true}"#)?,
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

    fn send(&mut self, answer: &str) -> Result<(), Failure> {
        let Some((id, _)) = self.cards.current() else { return Ok(out::line("nothing is open")?) };
        let fields = serde_json::from_str(answer).map_err(|e| Failure::usage(e.to_string()))?;
        let params = payload(&self.thread, id, fields)?;
        if self.session.client().is_none() {
            out::line("it is sent when the hub is back")?;
        }
        self.sent = Sent::OnItsWay(Box::pin(self.session.repeat("dialog.answer", params)));
        Ok(())
    }
}
