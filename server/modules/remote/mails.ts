import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import type { MailTo } from '../auth/mails.ts';

/** The mail that approves a device; `device` and `code` are those on its screen. */
export function deviceMail(
  { email, displayName, origin }: MailTo,
  { token, device, code }: { token: string; device: string; code: string },
): MailMessage {
  return composeMail(email, {
    subject: `Sign in to ${PRODUCT_NAME} on another device`,
    paragraphs: [
      `Hello ${displayName},`,
      `${device} asks to be signed in to your account. The code on its screen is ${code}.`,
    ],
    action: {
      label: 'Look at the request',
      url: `${origin}/remote-auth/verify-email?token=${token}`,
    },
    notes: [
      'The link works once and only for a moment: the device waits for two minutes in all.',
      'If it was not you, leave this mail alone, or open the link and refuse.',
    ],
  });
}
