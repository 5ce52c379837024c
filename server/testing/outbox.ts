import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A mail of the outbox, read. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Every header as it was written, unfolded. */
  readonly head: string;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decode(head: string, body: string): string {
  const [, encoding = '7bit'] = /^content-transfer-encoding: *(\S+)/im.exec(head) ?? [];
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding.toLowerCase() === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

function header(head: string, name: string): string {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

/** Reads a message of two parts as nodemailer writes it. */
export function readMail(source: string): ReceivedMail {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? [];
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string) => {
    const found = parts.find((one) =>
      header(one.split(/\r?\n\r?\n/)[0] ?? '', 'content-type').startsWith(type),
    );
    const [partHead = '', ...body] = (found ?? '').split(/\r?\n\r?\n/);
    return decode(partHead, body.join('\n\n')).trim().replaceAll('\r\n', '\n');
  };
  return {
    from: header(head, 'from'),
    to: header(head, 'to'),
    subject: header(head, 'subject'),
    text: part('text/plain'),
    html: part('text/html'),
    head: head.replace(/\r?\n[ \t]+/g, ' '),
  };
}

/** Every mail in the outbox of a data folder, oldest first. */
export async function readOutbox(dataFolder: string): Promise<ReceivedMail[]> {
  const folder = join(dataFolder, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    mails.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
  );
}

/** Waits until `count` mails to an address with this word in the subject are there; returns the newest. */
export async function waitForMail(
  dataFolder: string,
  { to, subject, count = 1 }: { to: string; subject: string; count?: number },
): Promise<ReceivedMail> {
  const until = Date.now() + 10_000;
  for (;;) {
    const mails = await readOutbox(dataFolder);
    const found = mails.filter((mail) => mail.to === to && mail.subject.includes(subject));
    const newest = found.at(-1);
    if (newest && found.length >= count) return newest;
    if (Date.now() > until) throw new Error(`no mail to ${to} about ${subject}`);
    await delay(20);
  }
}
