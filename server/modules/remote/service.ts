import { timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import type {
  EmailLoginBodySchema,
  RemoteClaimBodySchema,
  RemoteClaimSchema,
  RemoteLoginBodySchema,
  RemoteRequest,
  RemoteStart,
  VerifyBodySchema,
} from '../../../src/data/contract/auth.ts';
import { REMOTE_LOGIN_MS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { newCode } from '../../kernel/codes.ts';
import { lockAccount, writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { RemoteLoginRow } from '../../ports/database/schemaAccounts.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import { typedLine } from '../../ports/mail/typed.ts';
import type { AccountsContext } from '../auth/context.ts';
import { type MailTo, mailTicket } from '../auth/mails.ts';
import * as authRepo from '../auth/repo.ts';
import { enterOrAsk } from '../auth/secondStep.ts';
import { newSecret } from '../auth/sessions.ts';
import * as repo from './repo.ts';

const MINUTE_MS = 60_000;
const LIMITS = {
  starts: { max: 60, windowMs: 10 * MINUTE_MS },
  decisions: { max: 60, windowMs: 10 * MINUTE_MS },
  mails: { max: 5, windowMs: 10 * MINUTE_MS },
  mailsByAddress: { max: 30, windowMs: 10 * MINUTE_MS },
  /** Mails that wait for one account at a time, from all callers. */
  mailsByAccount: { max: 5, windowMs: REMOTE_LOGIN_MS },
};

/** Letters of the code that both devices show, so that people see that they are the same. */
const CODE_LENGTH = 6;

const gone = () =>
  new ApiError('not_found', 'This request is over: start again on the other device');
const decided = () => new ApiError('conflict', 'This request was answered already');

interface Decision {
  readonly userId: string;
  readonly approve: boolean;
  readonly by: repo.RemoteDecision['by'];
}

function presentRemote({ device, code, expires, state }: RemoteLoginRow): RemoteRequest {
  return { device, code, expires, state };
}

export type RemoteService = ReturnType<typeof remoteService>;

/**
 * Signing a device in from elsewhere. The device holds a secret, the address that it shows holds a token:
 * a session needs the secret and someone's approval of the token, within two minutes, once.
 */
export function remoteService(context: AccountsContext) {
  const { database, settings, background } = context;
  const { queries } = database;

  async function findWaiting(
    tokenHash: string,
    within: Queries = queries,
  ): Promise<RemoteLoginRow> {
    const found = await repo.findRemote(within, tokenHash, Date.now());
    if (!found) throw gone();
    return found;
  }

  async function decide(within: Queries, tokenHash: string, { userId, approve, by }: Decision) {
    const state = approve ? 'approved' : 'refused';
    const change = { userId, state, by, nowMs: Date.now() } as const;
    if (await repo.decideRemote(within, tokenHash, change)) return { state } as const;
    await findWaiting(tokenHash, within);
    throw decided();
  }

  const mailApproval = (email: string, { expires, tokenHash, device, code }: RemoteLoginRow) =>
    mailTicket(context, {
      email,
      kind: 'email-login',
      expires,
      remoteHash: tokenHash,
      limit: { name: 'device-mail', ...LIMITS.mailsByAccount },
      compose: (to, token) => deviceMail(to, { token, device, code }),
    });

  const ticketKey = (verificationToken: string) =>
    ({ tokenHash: sha256(verificationToken), kind: 'email-login' }) as const;

  return {
    /** Open to everyone: a device asks. */
    async start({ device }: { device: string }, caller: Caller): Promise<RemoteStart> {
      const nowMs = Date.now();
      await limit(queries, `remote:${caller.address}`, { ...LIMITS.starts, nowMs });
      const [remoteToken, secret, code] = [
        newSecret(),
        newSecret(),
        newCode('compared', CODE_LENGTH),
      ];
      const expires = nowMs + REMOTE_LOGIN_MS;
      await repo.insertRemote(queries, {
        tokenHash: sha256(remoteToken),
        secretHash: sha256(secret),
        code,
        device: device || caller.device,
        created: nowMs,
        expires,
        state: 'waiting',
        userId: null,
      });
      return { remoteToken, secret, code, expires };
    },

    /** For a member who has the token. Throws `not_found` once its time is over. */
    async show(remoteToken: string): Promise<RemoteRequest> {
      return presentRemote(await findWaiting(sha256(remoteToken)));
    },

    /** A member approves or refuses the device; it will be signed in as them. */
    async decide(
      { remoteToken, approve }: z.output<typeof RemoteLoginBodySchema>,
      { userId }: Identity,
    ) {
      await limit(queries, `remote:${userId}`, { ...LIMITS.decisions, nowMs: Date.now() });
      const decision = { userId, approve, by: 'session' } as const;
      return writeFor(database, userId, (transaction) =>
        decide(transaction, sha256(remoteToken), decision),
      );
    },

    /**
     * Only the device itself has the secret. An approval is answered with a session exactly once. One by mail is the first
     * step of two for an account with a second factor; who approves by a session showed it there.
     */
    async claim(
      { remoteToken, secret }: z.output<typeof RemoteClaimBodySchema>,
      caller: Caller,
    ): Promise<z.output<typeof RemoteClaimSchema>> {
      const tokenHash = sha256(remoteToken);
      const { state, secretHash, userId } = await findWaiting(tokenHash);
      const given = Buffer.from(sha256(secret), 'hex');
      if (!timingSafeEqual(given, Buffer.from(secretHash, 'hex'))) throw gone();
      if (state !== 'approved' || !userId) return { state };
      const entered = await database.transaction(async (transaction) => {
        await lockAccount(database, transaction, userId);
        const nowMs = Date.now();
        const taken = await repo.takeApproved(transaction, tokenHash, nowMs);
        const account = taken && (await authRepo.findById(transaction, userId));
        if (!account) throw gone();
        const { device, decidedBy } = taken;
        // A version before this one says nothing of it: then it asks.
        const way = decidedBy === 'session' ? 'device' : 'mail';
        return enterOrAsk(transaction, settings, { account, caller, way, device, nowMs });
      });
      return { state, ...entered };
    },

    /** Open to everyone who holds the token. Says the same whether the address is known or not. */
    async emailLogin(
      { email, remoteToken }: z.output<typeof EmailLoginBodySchema>,
      caller: Caller,
    ): Promise<Record<string, never>> {
      const nowMs = Date.now();
      const accountKey = `email-login:${authRepo.foldEmail(email)}:${caller.address}`;
      await limit(queries, `email-login:${caller.address}`, { ...LIMITS.mailsByAddress, nowMs });
      await limit(queries, accountKey, { ...LIMITS.mails, nowMs });
      const remote = await findWaiting(sha256(remoteToken));
      background.run('e-mail sign-in', () => mailApproval(email, remote));
      return {};
    },

    /** For the holder of the token of the mail. */
    async emailShow(verificationToken: string): Promise<RemoteRequest> {
      const ticket = await authRepo.findTicket(queries, ticketKey(verificationToken), Date.now());
      if (!ticket?.remoteHash) throw gone();
      return presentRemote(await findWaiting(ticket.remoteHash));
    },

    /** The holder of the token in the mail approves or refuses the device, once. */
    async emailVerify({ verificationToken, approve }: z.output<typeof VerifyBodySchema>) {
      const key = ticketKey(verificationToken);
      const known = await authRepo.findTicket(queries, key, Date.now());
      if (!known) throw gone();
      const { userId } = known;
      return database.transaction(async (transaction) => {
        await lockAccount(database, transaction, userId);
        const ticket = await authRepo.takeTicket(transaction, key, Date.now());
        if (!ticket?.remoteHash) throw gone();
        const { remoteHash } = ticket;
        return decide(transaction, remoteHash, { userId, approve, by: 'mail' });
      });
    },
  };
}

/** The mail that approves a device; `device` and `code` are those on its screen. */
function deviceMail(
  { email, userId, server, origin }: MailTo,
  { token, device, code }: { token: string; device: string; code: string },
): MailMessage {
  return composeMail(email, {
    server,
    subject: `Sign in to ${server} on another device`,
    paragraphs: [
      `Hello ${userId},`,
      `A device asks to be signed in to your account. The code on its screen is ${code}.`,
      `It calls itself ${typedLine(device)}. That is what was typed there, not what we know about it.`,
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
