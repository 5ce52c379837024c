import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import { newId } from '../../../src/data/rules/ids.ts';
import { asNodemailer, type Mail } from './mail.ts';

/**
 * Mail for a server without a relay: every message becomes `outbox/<id>.eml` in `dataFolder`, readable by
 * the account of the server only because it may carry a token, and one line in the log without it.
 */
export function openOutbox(
  dataFolder: string,
  from: string,
  log: Pick<FastifyBaseLogger, 'info'>,
): Mail {
  const folder = join(dataFolder, 'outbox');
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: content } = await composer.sendMail(asNodemailer(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newId()}.eml`;
      await writeWhole(join(folder, name), content as Buffer);
      log.info({ file: `outbox/${name}`, subject: message.subject }, 'mail written to the outbox');
    },
    close: async () => composer.close(),
  };
}

/** A reader of the folder never sees half a message. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = `${path}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
