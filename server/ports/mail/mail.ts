export interface MailMessage {
  /** One address, taken as it is: commas and brackets in it do not make it several. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of mail that a person gets again and again: a POST to it ends them, without a question (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** The mail port. `send` resolves once the message is handed on: in the outbox, or taken by the relay. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** What nodemailer is given: the address as an object, so that it is not read as a list. */
export function asNodemailer({ to, unsubscribeUrl, ...message }: MailMessage, from: string) {
  return {
    ...message,
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
