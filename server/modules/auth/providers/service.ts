import type { Transaction } from 'kysely';
import { randomPKCECodeVerifier } from 'openid-client';
import type * as z from 'zod';
import type { Login } from '../../../../src/data/contract/auth.ts';
import { ApiError } from '../../../../src/data/contract/errors.ts';
import { PROOF_MS } from '../../../../src/data/contract/factors.ts';
import type {
  ProviderFinish,
  ProviderFinishBodySchema,
  ProviderStartBodySchema,
} from '../../../../src/data/contract/providers.ts';
import { lockAccount, writeFor } from '../../../plugins/accountLock.ts';
import type { Caller } from '../../../plugins/caller.ts';
import { type Identity, requireProof, sha256 } from '../../../plugins/identity.ts';
import { limit } from '../../../plugins/limits.ts';
import { findRow, hasRow, insertRows, takeRows, updateRows } from '../../../ports/database/rows.ts';
import type { Schema } from '../../../ports/database/schema.ts';
import type { ProviderLinkRow } from '../../../ports/database/schemaAccounts.ts';
import type { Provider } from '../../../providerSettings.ts';
import type { AccountsContext } from '../context.ts';
import { tellOwner } from '../factorMails.ts';
import { setProven } from '../proofs.ts';
import * as repo from '../repo.ts';
import { newSecret } from '../sessions.ts';
import { tellOfNewDevices } from '../signIns.ts';
import { type Person, personOf } from './claims.ts';
import { addLink, enterByLink, linkedElsewhere } from './entering.ts';
import type { ProviderLine, ProviderLines } from './lines.ts';
import type { NewcomerService } from './newcomers.ts';
import { refusing, stale } from './refusals.ts';

const MINUTE_MS = 60_000;
/** A person may have to look for a password there. */
const START_MS = 10 * MINUTE_MS;
/** Of one address, which a school may share. */
const STARTS_BY_ADDRESS = { max: 300, windowMs: 5 * MINUTE_MS };
const FINISHES_BY_ADDRESS = { max: 300, windowMs: 5 * MINUTE_MS };
/** Clocks of two servers may differ so much. */
const TOLERANCE_MS = 30_000;

const COLUMNS = [
  ...(['provider', 'verifier', 'nonce', 'binding', 'userId', 'intent'] as const),
  ...(['created', 'expires'] as const),
];

/** Throws where the caller has no account of their own. */
function requireMember(identity: Identity | null): Identity {
  if (!identity) throw new ApiError('unauthorised', 'Sign in to do this');
  if (identity.guestOf !== undefined) throw new ApiError('forbidden', 'Sign up to do this');
  return identity;
}

/** Did the person sign in there since they were sent? A provider that does not say it proves nothing. */
function requireFresh({ signedInMs }: Person, created: number): void {
  if (signedInMs !== null && signedInMs >= created - TOLERANCE_MS) return;
  throw new ApiError(
    'forbidden',
    'Your organisation did not ask you to sign in once more, so this proves nothing',
  );
}

/** Going to a provider and coming back. Open to everyone: limits stand where an access check would. */
export function providerService(
  context: AccountsContext,
  lines: ProviderLines,
  newcomers: NewcomerService,
) {
  const { database, settings, log } = context;
  const { queries } = database;

  function requireLine(id: string): ProviderLine {
    const line = lines.get(id);
    if (line) return line;
    throw new ApiError('not_found', 'People do not sign in here with this organisation');
  }

  /** What was begun, once: the row is gone before anything is looked at. */
  async function takeStart(query: string, binding: string) {
    const [state, more] = new URLSearchParams(query).getAll('state');
    if (state === undefined || more !== undefined) {
      throw new ApiError('bad_request', 'This is no answer of an organisation: start again');
    }
    const key = sha256(state);
    const [row] = await takeRows(queries, 'providerStarts', { key }, COLUMNS);
    if (!row || row.expires <= Date.now()) throw stale();
    if (row.binding !== sha256(binding)) {
      throw new ApiError(
        'bad_request',
        'This was begun in another browser: start again in this one',
      );
    }
    return { start: { ...row, key }, state };
  }

  /** For who is linked: signs in, also where the account was suspended. */
  async function signIn(
    link: ProviderLinkRow,
    { provider, person, caller }: { provider: Provider; person: Person; caller: Caller },
  ): Promise<Login> {
    const { id: linkId, userId } = link;
    const nowMs = Date.now();
    const work = async (transaction: Transaction<Schema>) => {
      await lockAccount(database, transaction, userId);
      const { label, sid, office } = person;
      const isThere = await updateRows(transaction, 'providerLinks', { id: linkId }, { label });
      const owner = isThere > 0 && (await repo.findById(transaction, userId));
      if (!owner) throw new ApiError('unauthorised', 'This account is gone');
      const entry = { provider, linkId, sid, office, owner, caller, nowMs };
      return enterByLink(transaction, settings, entry);
    };
    const login = await database.transaction(work);
    tellOfNewDevices(context, userId);
    return login;
  }

  async function link(identity: Identity, provider: Provider, person: Person): Promise<void> {
    const { userId } = identity;
    const { issuer, subject } = person;
    if (await hasRow(queries, 'providerLinks', { issuer, subject, userId })) return;
    const about = { provider, person, nowMs: Date.now() };
    await writeFor(database, userId, (transaction) => addLink(transaction, userId, about)).catch(
      (error: unknown) => {
        throw database.isUniqueViolation(error) ? linkedElsewhere() : error;
      },
    );
    tellOwner(context, userId, { kind: 'provider linked', name: provider.name });
  }

  async function prove(identity: Identity, { issuer, subject }: Person): Promise<number> {
    const { userId } = identity;
    const nowMs = Date.now();
    await writeFor(database, userId, async (transaction) => {
      if (!(await hasRow(transaction, 'providerLinks', { issuer, subject, userId }))) {
        throw new ApiError('forbidden', 'The account there is not linked to yours here');
      }
      await setProven(transaction, identity, nowMs);
    });
    return nowMs + PROOF_MS;
  }

  return {
    /**
     * Where the page leads to. Throws `not_found` for a provider that is not in the settings, `unavailable` while it does not
     * answer and, for linking and proving, what a caller without a session or a proof is told.
     */
    async start(
      { provider: id, intent }: z.output<typeof ProviderStartBodySchema>,
      identity: Identity | null,
      { address: from }: Caller,
    ): Promise<{ address: string; binding: string }> {
      const nowMs = Date.now();
      await limit(queries, `provider-start:${from}`, { ...STARTS_BY_ADDRESS, nowMs });
      const line = requireLine(id);
      const userId = intent === 'sign-in' ? '' : requireMember(identity).userId;
      if (intent === 'link') requireProof(requireMember(identity), 'always');
      const handshake = {
        state: newSecret(),
        nonce: newSecret(),
        verifier: randomPKCECodeVerifier(),
      };
      const binding = newSecret();
      const address = await refusing(log, id, () => line.addressFor(handshake, intent === 'proof'));
      await insertRows(queries, 'providerStarts', {
        key: sha256(handshake.state),
        provider: id,
        verifier: handshake.verifier,
        nonce: handshake.nonce,
        binding: sha256(binding),
        userId,
        intent,
        created: nowMs,
        expires: nowMs + START_MS,
      });
      return { address, binding };
    },

    /** What came of it, once, for the browser that began. Nothing is linked because an address is the same. */
    async finish(
      { query, binding }: z.output<typeof ProviderFinishBodySchema>,
      identity: Identity | null,
      caller: Caller,
    ): Promise<ProviderFinish> {
      const nowMs = Date.now();
      const { address } = caller;
      await limit(queries, `provider-finish:${address}`, { ...FINISHES_BY_ADDRESS, nowMs });
      const { start, state } = await takeStart(query, binding);
      const line = lines.get(start.provider);
      if (!line) throw stale();
      const { provider } = line;
      const person = await refusing(log, provider.id, async () =>
        personOf(provider, await line.redeem(query, { ...start, state })),
      );
      if (start.intent === 'sign-in') {
        const { issuer, subject } = person;
        const known = await findRow(queries, 'providerLinks', { issuer, subject });
        if (known) return { login: await signIn(known, { provider, person, caller }) };
        return { newcomer: await newcomers.welcome(provider, person, nowMs) };
      }
      const member = requireMember(identity);
      if (member.userId !== start.userId) {
        throw new ApiError('forbidden', 'Another account is signed in here now: start again');
      }
      if (start.intent === 'link') {
        await link(member, provider, person);
        return { linked: true };
      }
      requireFresh(person, start.created);
      return { until: await prove(member, person) };
    },
  };
}

export type ProviderService = ReturnType<typeof providerService>;
