export interface MailMessage {
  /** One address, taken as it is: commas and brackets in it do not make it several. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of mail that a person gets again and again: a POST to it ends them, without a question (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The account that it is for: with that it goes while it waits. */
  readonly userId?: string;
  /** What it is about is over then, ms since the epoch: it is not sent later. */
  readonly untilMs?: number;
}

/** The mail port. `send` resolves once the message is handed on: in the outbox, or taken by the relay. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** What nodemailer is given: the address as an object, so that it is not read as a list. */
export function asNodemailer(
  { to, unsubscribeUrl, subject, text, html }: MailMessage,
  from: string,
) {
  return {
    subject,
    text,
    html,
    from,
    to: { name: '', address: to },
    // Out-of-office answers to a machine help no one (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
