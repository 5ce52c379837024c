import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { Mail } from './mail.ts';

/** Sends through `SMTP_URL` when it is set, else writes files to the `outbox` folder of the data folder. */
export async function openMail(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<Mail> {
  if (settings.smtpUrl) {
    const { openSmtp } = await import('./smtp.ts');
    return openSmtp(settings.smtpUrl, settings.mailFrom);
  }
  const { openOutbox } = await import('./outbox.ts');
  return openOutbox(settings.dataFolder, settings.mailFrom, log);
}
