//! Telling the hub that the answer has been read, once it stands on standard output. Nothing fails by it.

use tokio::time::timeout;

use crate::cli::exit::{Exit, Failure};
use crate::cli::{out, text};
use crate::client::{ACK_WITHIN, Client, ClientError, Endpoint};
use crate::core::id::JournalToken;

/// Who has read which answer.
pub struct Reader<'a> {
    pub endpoint: &'a Endpoint,
    pub thread: &'a str,
    pub instance: Option<&'a str>,
    /// Notes are JSON too.
    pub json: bool,
}

impl Reader<'_> {
    /// Says that it was read, over the connection that it came by where that is still there.
    pub async fn has_read(&self, token: &JournalToken, client: Option<&Client>) {
        let why = match timeout(ACK_WITHIN, self.say(token, client)).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it did not reply in time".to_owned(),
        };
        let note =
            format!("the hub was not told that the answer {token} was read, and may give it again: {why}");
        out::note(&if self.json {
            Failure::new(Exit::Done, "not-acked", note).to_json()
        } else {
            text::line(&note).into_owned()
        });
    }

    async fn say(&self, token: &JournalToken, client: Option<&Client>) -> Result<(), ClientError> {
        let token = std::slice::from_ref(token);
        if let Some(client) = client {
            match client.journal_ack(self.thread, token, self.instance).await {
                // Whoever reads standard output may have been slow.
                Err(ClientError::Closed(_)) => {}
                said => return said.map(drop),
            }
        }
        let (client, _events) = Client::connect(self.endpoint).await?;
        client.journal_ack(self.thread, token, self.instance).await?;
        client.close().await;
        Ok(())
    }
}
