import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { Mail } from './mail.ts';

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataFolder'>;
type Log = Pick<FastifyBaseLogger, 'info'>;

async function open({ smtpUrl, mailFrom, dataFolder }: MailSettings, log: Log): Promise<Mail> {
  if (smtpUrl) {
    const { openSmtp } = await import('./smtp.ts');
    return openSmtp(smtpUrl, mailFrom);
  }
  const { openOutbox } = await import('./outbox.ts');
  return openOutbox(dataFolder, mailFrom, log);
}

const keyOf = ({ smtpUrl, mailFrom }: MailSettings) => JSON.stringify([smtpUrl, mailFrom]);

/**
 * Sends through `SMTP_URL` when it is set, else writes files to the `outbox` folder of the data folder. The settings may
 * change meanwhile: the next mail goes the new way, from the new sender. What sends is loaded with the first mail.
 */
export function openMail(settings: MailSettings, log: Log): Mail {
  let key = '';
  let opened: Promise<Mail> | undefined;
  async function present(): Promise<Mail> {
    if (!opened || keyOf(settings) !== key) {
      const before = opened;
      key = keyOf(settings);
      opened = open(settings, log);
      // What is on its way there still arrives; what waits there is sent again by its sender.
      await (await before)?.close();
    }
    return opened;
  }
  return {
    send: async (message) => (await present()).send(message),
    close: async () => (await opened)?.close(),
  };
}
