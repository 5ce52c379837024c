import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import { typedLine } from '../../ports/mail/typed.ts';
import type { AccountsContext } from './context.ts';
import type { MailTo } from './mails.ts';
import { findById } from './repo.ts';

/** What happened to the ways in of an account. `name` is what a passkey is called, as it was typed, or a provider. */
export type FactorNews =
  | { readonly kind: 'passkey added' | 'passkey removed' | 'passkey copied'; readonly name: string }
  | { readonly kind: 'time codes on' | 'time codes off' | 'all forgotten' }
  | { readonly kind: 'provider linked' | 'provider unlinked'; readonly name: string }
  | { readonly kind: 'password set' }
  | { readonly kind: 'recovery code used'; readonly left: number };

/** Subject and sentence of each. */
function wordsOf(news: FactorNews, server: string): readonly [subject: string, sentence: string] {
  switch (news.kind) {
    case 'passkey added':
      return [
        `A passkey was added to your ${server} account`,
        `A passkey was added to your account. It is called ${typedLine(news.name)}. It signs in without your password.`,
      ];
    case 'passkey removed':
      return [
        `A passkey of your ${server} account was removed`,
        `The passkey ${typedLine(news.name)} was removed from your account. It signs in no more.`,
      ];
    case 'passkey copied':
      return [
        `A passkey of your ${server} account was ended`,
        `The passkey ${typedLine(news.name)} was used in two places, so its key may be copied. We ended it: it signs in no more. Add a new one.`,
      ];
    case 'time codes on':
      return [
        `Time codes are on for your ${server} account`,
        'Your account asks for a code of an app after your password from now on.',
      ];
    case 'time codes off':
      return [
        `Time codes are off for your ${server} account`,
        'Your account asks for no code of an app any more.',
      ];
    case 'all forgotten':
      return [
        `Your ${server} account has no second factor any more`,
        'The people who run the server removed all passkeys, time codes and recovery codes of your account, and signed every device out. Your password alone signs in.',
      ];
    case 'provider linked':
      return [
        `An account elsewhere was linked to your ${server} account`,
        `An account of ${typedLine(news.name)} was linked to your account. It signs in without your password.`,
      ];
    case 'provider unlinked':
      return [
        `An account elsewhere was unlinked from your ${server} account`,
        `The account of ${typedLine(news.name)} was unlinked from your account. It signs in no more.`,
      ];
    case 'password set':
      return [
        `Your ${server} account has a password`,
        'A password was set for your account, which had none before.',
      ];
    case 'recovery code used':
      return [
        `A recovery code of your ${server} account was used`,
        `One of your recovery codes was used. ${news.left === 0 ? 'It was the last one: make new ones.' : `You have ${news.left} left.`}`,
      ];
  }
}

/** The mail that tells the owner of an account what happened to its ways in. */
export function factorMail(
  { email, userId, server, origin }: MailTo,
  news: FactorNews,
): MailMessage {
  const [subject, sentence] = wordsOf(news, server);
  const message = composeMail(email, {
    server,
    subject,
    paragraphs: [`Hello ${userId},`, sentence],
    action: { label: 'Look at it', url: `${origin}/account?tab=sign-in` },
    notes: [
      'If it was you, there is nothing to do.',
      'If it was not you: set a new password at once, and sign every other device out.',
    ],
  });
  return { ...message, userId };
}

/** Mails it, where the account has an address; the caller does not wait. For after the commit. */
export function tellOwner(
  { database, settings, background, origin }: AccountsContext,
  userId: string,
  news: FactorNews,
): void {
  background.run('mail about a second factor', async () => {
    const account = await findById(database.queries, userId);
    if (!account?.email) return;
    const { serverName: server } = settings;
    background.mail(factorMail({ email: account.email, userId, server, origin: origin() }, news));
  });
}
