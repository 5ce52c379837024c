import { generateRegistrationOptions } from '@simplewebauthn/server';
import type * as z from 'zod';
import type { Login } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  type Factors,
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyBodySchema,
  type PasskeyLoginBodySchema,
} from '../../../src/data/contract/factors.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import {
  countRows,
  findRow,
  insertRows,
  listRows,
  takeRows,
  updateRows,
} from '../../ports/database/rows.ts';
import { relyingPartyOf, requireRelyingParty } from '../../relyingParty.ts';
import { CHALLENGE_MS, makeChallenge, spendChallenge } from './challenges.ts';
import type { AccountsContext } from './context.ts';
import { enter } from './entering.ts';
import { tellOwner } from './factorMails.ts';
import { countRecoveryCodes, hasTimeCodes, requireWayIn, settleFactors } from './factors.ts';
import {
  ALGORITHMS,
  checkNewPasskey,
  listedPasskeys,
  PasskeyRefused,
  passkeyOptions,
  passkeyUserId,
  withPasskey,
} from './passkeys.ts';
import { firstRecoveryCodes } from './recoveryCodes.ts';
import { tellOfNewDevices } from './signIns.ts';

const MINUTE_MS = 60_000;
/** Of one address, which a school may share. A page that waits for a passkey asks for options again and again. */
const STARTS_BY_ADDRESS = { max: 300, windowMs: 5 * MINUTE_MS };
const LOGINS_BY_ADDRESS = { max: 100, windowMs: 5 * MINUTE_MS };
/** Of one account that adds passkeys. */
const ADDING = { max: 60, windowMs: 10 * MINUTE_MS };

const COLUMNS = ['id', 'name', 'created', 'lastUsed', 'isSynced'] as const;

const missing = () => new ApiError('not_found', 'You have no such passkey');
const known = () => new ApiError('conflict', 'This passkey is added already');

async function refuseFull(queries: Queries, userId: string): Promise<void> {
  if ((await countRows(queries, 'passkeys', { userId })) < MAX_PASSKEYS) return;
  throw new ApiError('forbidden', `An account has ${MAX_PASSKEYS} passkeys at most`);
}

/** Passkeys of an account, and signing in with one. */
export function passkeyService(context: AccountsContext) {
  const { database, settings } = context;
  const { queries } = database;

  return {
    async factors({ userId }: Identity): Promise<Factors> {
      const passkeys = await listRows(queries, 'passkeys', { userId }, ['created', 'id'], {
        columns: COLUMNS,
      });
      return {
        canHavePasskeys: relyingPartyOf(settings) !== null,
        passkeys,
        hasTimeCodes: await hasTimeCodes(queries, userId),
        recoveryCodes: await countRecoveryCodes(queries, userId),
      };
    },

    /** Options for a new passkey. Throws `not_found` where this server has none, and `forbidden` for one too many. */
    async start({ userId, displayName }: Identity) {
      const nowMs = Date.now();
      const { id: rpID } = requireRelyingParty(settings);
      await limit(queries, `passkey-add:${userId}`, { ...ADDING, nowMs });
      await refuseFull(queries, userId);
      const options = await generateRegistrationOptions({
        rpName: settings.serverName,
        rpID,
        userID: passkeyUserId(userId),
        userName: userId,
        userDisplayName: displayName,
        challenge: await makeChallenge(queries, { kind: 'add', userId }, nowMs),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: await listedPasskeys(queries, userId),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return { options: { ...options } };
    },

    /**
     * Stores the passkey that a browser made; the first factor of an account comes with recovery codes. Throws
     * `bad_request` for an answer that does not pass, `conflict` for one that is there.
     */
    async add(
      { response, name }: z.output<typeof PasskeyBodySchema>,
      { userId }: Identity,
      { device }: Caller,
    ): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
      const { key, challenge } = await checkNewPasskey(context, userId, response).catch(
        (error: unknown) => {
          if (!(error instanceof PasskeyRefused)) throw error;
          throw new ApiError('bad_request', error.message);
        },
      );
      const shown = { name: name || device, created: Date.now(), lastUsed: null };
      const row = { ...key, ...shown, userId };
      const recoveryCodes = await writeFor(database, userId, async (transaction) => {
        if (!(await spendChallenge(transaction, challenge))) {
          throw new ApiError('bad_request', new PasskeyRefused().message);
        }
        await refuseFull(transaction, userId);
        await insertRows(transaction, 'passkeys', row);
        return firstRecoveryCodes(transaction, userId);
      }).catch((error: unknown) => {
        throw database.isUniqueViolation(error) ? known() : error;
      });
      tellOwner(context, userId, { kind: 'passkey added', name: shown.name });
      const { id, isSynced } = row;
      return { passkey: { id, isSynced, ...shown }, ...(recoveryCodes && { recoveryCodes }) };
    },

    /** Throws `not_found` for a passkey of anyone else. */
    rename: (id: string, name: string, { userId }: Identity): Promise<Passkey> =>
      writeFor(database, userId, async (transaction) => {
        await updateRows(transaction, 'passkeys', { id, userId }, { name });
        const passkey = await findRow(transaction, 'passkeys', { id, userId }, COLUMNS);
        if (!passkey) throw missing();
        return passkey;
      }),

    /** Throws `not_found` for a passkey of anyone else, and `conflict` where it is the last way in. */
    async remove(id: string, { userId }: Identity): Promise<Record<string, never>> {
      const name = await writeFor(database, userId, async (transaction) => {
        const [removed] = await takeRows(transaction, 'passkeys', { id, userId }, ['name']);
        if (!removed) throw missing();
        await settleFactors(transaction, userId);
        await requireWayIn(transaction, settings, userId);
        return removed.name;
      });
      tellOwner(context, userId, { kind: 'passkey removed', name });
      return {};
    },

    /** Open to everyone: options for signing in, with any passkey that the person has here. */
    async startLogin({ address }: Caller) {
      const nowMs = Date.now();
      await limit(queries, `passkey-start:${address}`, { ...STARTS_BY_ADDRESS, nowMs });
      return { options: await passkeyOptions(context, { kind: 'login', userId: '' }, nowMs) };
    },

    /** Signs in with a passkey alone: it is a key and what unlocks it. Throws `unauthorised` for all that is wrong. */
    async login(
      { response }: z.output<typeof PasskeyLoginBodySchema>,
      caller: Caller,
    ): Promise<Login> {
      const nowMs = Date.now();
      await limit(queries, `passkey-login:${caller.address}`, { ...LOGINS_BY_ADDRESS, nowMs });
      const use = { kind: 'login', userId: '', response } as const;
      const login = await withPasskey(context, use, (transaction, owner) =>
        enter(transaction, settings, { owner, caller, way: 'passkey', nowMs }),
      );
      tellOfNewDevices(context, login.user_id);
      return login;
    },
  };
}

export type PasskeyService = ReturnType<typeof passkeyService>;
