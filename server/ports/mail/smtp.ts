import nodemailer from 'nodemailer';
import { asNodemailer, type Mail } from './mail.ts';

/** Below the time that a stopping server is given. */
const CONNECT_MS = 5000;
const IDLE_MS = 30_000;

/** Mail through the relay of `url` (`smtp:` or `smtps:`); a few connections are kept and shared. */
export function openSmtp(url: string, from: string): Mail {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
  });
  return {
    async send(message) {
      await transport.sendMail(asNodemailer(message, from));
    },
    close: async () => transport.close(),
  };
}
