export interface MailMessage {
  /** One address, taken as it is: commas and brackets in it do not make it several. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail port. `send` resolves once the message is handed on: in the outbox, or taken by the relay. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** What nodemailer is given: the address as an object, so that it is not read as a list. */
export function asNodemailer({ to, ...message }: MailMessage, from: string) {
  return {
    ...message,
    from,
    to: { name: '', address: to },
    // Out-of-office answers to a machine help nobody (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
