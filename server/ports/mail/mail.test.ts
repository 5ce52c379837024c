import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmailSchema } from '../../../src/data/contract/fields.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { readMail } from '../../testing/outbox.ts';
import { createBackground } from './background.ts';
import { composeMail } from './layout.ts';
import type { Mail } from './mail.ts';
import { openMail } from './openMail.ts';

const FROM = 'Rondo <no-reply@rondo.example>';

interface Received {
  /** Who the relay is told to bring it to; the outbox knows no more than the message says. */
  readonly recipients: readonly string[];
  readonly source: string;
}

interface Post {
  readonly mail: Mail;
  received(): Promise<Received[]>;
  readonly lines: string[];
  close(): Promise<void>;
}

function logOf(lines: string[]) {
  return { info: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)) };
}

async function openOutboxPost(): Promise<Post> {
  const folder = await temporaryFolder();
  const lines: string[] = [];
  const settings = { smtpUrl: undefined, mailFrom: FROM, dataFolder: folder.path };
  const mail = openMail(settings, logOf(lines) as never);
  const outbox = join(folder.path, 'outbox');
  return {
    mail,
    lines,
    async received() {
      const names = (await readdir(outbox)).sort();
      return Promise.all(
        names.map(async (name) => {
          const source = await readFile(join(outbox, name), 'utf8');
          return { recipients: [], source };
        }),
      );
    },
    close: async () => {
      for (const name of await readdir(outbox)) {
        expect(name).toMatch(/^[0-9a-f]{32}\.eml$/);
        expect((await stat(join(outbox, name))).mode & 0o077).toBe(0);
      }
      await mail.close();
      await folder.remove();
    },
  };
}

async function openSmtpPost(): Promise<Post> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'rondo' && password === 'p@ss word'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, source: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const smtpUrl = `smtp://rondo:p%40ss%20word@127.0.0.1:${port}`;
  const lines: string[] = [];
  const mail = openMail({ smtpUrl, mailFrom: FROM, dataFolder: '' }, logOf(lines) as never);
  return {
    mail,
    lines,
    received: async () => received,
    close: async () => {
      await mail.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['the outbox', openOutboxPost],
  ['SMTP', openSmtpPost],
])('mail through %s', (_name, open) => {
  let post: Post;
  beforeAll(async () => {
    post = await open();
  });
  afterAll(() => post.close());

  it('arrives in text and in HTML, from the sender, with every letter of it', async () => {
    const url = 'https://rondo.example/reset-password?token=very-secret-token_1234567890';
    await post.mail.send(
      composeMail('ines@mail.example', {
        server: 'Loops & Valleys',
        subject: 'Grüße 🎛 from Rondo',
        paragraphs: [
          'Hello Inés <b>,',
          'a line that is rather long, so that a mail program folds it somewhere: it must come out as it went in.',
        ],
        action: { label: 'Do it', url: `${url}&a="b"` },
        notes: ['.', 'From here on = nothing'],
      }),
    );
    const [received] = await post.received();
    const mail = readMail(received?.source ?? '');
    expect(mail).toMatchObject({ from: FROM, to: 'ines@mail.example' });
    expect(mail.text).toContain(`Do it:\n${url}&a="b"`);
    expect(mail.text).toContain(
      'a line that is rather long, so that a mail program folds it somewhere: it must come out as it went in.',
    );
    expect(mail.text).toContain('Hello Inés <b>,');
    expect(mail.text).toMatch(/\nLoops & Valleys\s*$/);
    expect(mail.html).toContain('>Loops &amp; Valleys<');
    expect(mail.html).toContain('Hello Inés &lt;b&gt;,');
    expect(mail.html).toContain(`href="${url}&amp;a=&quot;b&quot;"`);
    expect(received?.source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(post.lines.join()).not.toContain('very-secret-token');
  });

  it('goes to the one address that was meant, or nowhere', async () => {
    const name = fc.stringMatching(/^[a-z0-9,;:<>()"'\\.+_%!-]{1,12}$/);
    const host = fc.stringMatching(/^[a-z0-9,;<>".-]{1,6}$/);
    const addresses = fc
      .tuple(name, host, fc.stringMatching(/^[a-z,;<>"]{1,4}$/))
      .map(([before, after, end]) => `${before}@${after}.${end}`)
      .filter((address) => EmailSchema.safeParse(address).success);
    await fc.assert(
      fc.asyncProperty(addresses, async (address) => {
        const before = (await post.received()).length;
        const content = { server: 'Rondo', subject: 'x', paragraphs: ['x'] };
        const isSent = await post.mail.send(composeMail(address, content)).then(
          () => true,
          () => false,
        );
        const sent = (await post.received()).slice(before);
        expect(sent.length).toBe(isSent ? 1 : 0);
        for (const { recipients } of sent) {
          // Dots in odd places come in quotes, which are no part of the name (RFC 5321, section 4.1.2).
          for (const recipient of recipients) expect(recipient.replaceAll('"', '')).toBe(address);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('cannot be given a header of its own', async () => {
    const before = (await post.received()).length;
    const subject = 'x\r\nBcc: victim@mail.example';
    await post.mail.send({ to: 'a@mail.example', subject, text: 'x', html: 'x' });
    const [received] = (await post.received()).slice(before);
    expect(received?.source).not.toMatch(/^bcc:/im);
    expect(received?.recipients ?? []).not.toContain('victim@mail.example');
  });
});

describe('background work', () => {
  const log = { error: () => {}, warn: () => {} };

  it('sends again what a relay refused for a moment, and ends before it is closed', async () => {
    let tries = 0;
    const mail: Mail = {
      async send() {
        tries += 1;
        if (tries === 1) throw new Error('busy');
      },
      close: async () => {},
    };
    const background = createBackground(mail, log);
    background.mail(
      composeMail('a@mail.example', { server: 'Rondo', subject: 'x', paragraphs: [] }),
    );
    await background.settled();
    expect(tries).toBe(2);
  });

  it('is not tried again once the server stops', async () => {
    let tries = 0;
    const send = async () => {
      tries += 1;
      throw new Error('gone');
    };
    const background = createBackground({ send, close: async () => {} }, log);
    background.mail(
      composeMail('a@mail.example', { server: 'Rondo', subject: 'x', paragraphs: [] }),
    );
    await expect.poll(() => tries).toBe(1);
    await background.close();
    expect(tries).toBe(2);
  });

  it('keeps a failure to the log', async () => {
    const names: unknown[] = [];
    const error = (line: object) => void names.push(line);
    const mail = { send: async () => {}, close: async () => {} };
    const background = createBackground(mail, { ...log, error: error as never });
    background.run('a task', () => Promise.reject(new Error('no')));
    await background.settled();
    expect(names).toEqual([expect.objectContaining({ work: 'a task' })]);
  });
});
