import nodemailer from 'nodemailer';
import { asNodemailer, type Mail } from './mail.ts';

/** Below the time that a stopping server is given. */
const CONNECT_MS = 5000;
const IDLE_MS = 30_000;

function makeTransport(url: string) {
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
  });
}

/** Connects to the relay of `url`, signs in where it holds a name, and sends nothing. Throws what goes wrong. */
export async function tryRelay(url: string): Promise<void> {
  const transport = makeTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Mail through the relay of `url` (`smtp:` or `smtps:`); a few connections are kept and shared. */
export function openSmtp(url: string, from: string): Mail {
  const transport = makeTransport(url);
  return {
    async send(message) {
      await transport.sendMail(asNodemailer(message, from));
    },
    close: async () => transport.close(),
  };
}
