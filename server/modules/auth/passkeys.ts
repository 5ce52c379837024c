/** Checking what passkeys answer (WebAuthn Level 3, sections 7.1 and 7.2), by a library and by what it leaves to us. */
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import type { Insertable, Selectable, Transaction } from 'kysely';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  NewPasskeyResponseSchema,
  PasskeyResponseSchema,
} from '../../../src/data/contract/factors.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, findRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { PasskeyRow } from '../../ports/database/schemaAccounts.ts';
import { type RelyingParty, requireRelyingParty } from '../../relyingParty.ts';
import {
  CHALLENGE_MS,
  type ChallengeUse,
  isChallenge,
  makeChallenge,
  spendChallenge,
} from './challenges.ts';
import type { AccountsContext } from './context.ts';
import { tellOwner } from './factorMails.ts';
import { settleFactors } from './factors.ts';
import { type AuthAccount, findById } from './repo.ts';

type NewResponse = z.output<typeof NewPasskeyResponseSchema>;
type Response = z.output<typeof PasskeyResponseSchema>;

/**
 * EdDSA, ES256 and RS256 (https://www.iana.org/assignments/cose/cose.xhtml#algorithms). Said wherever the library asks:
 * what it takes by itself depends on the version of Node, and some of those keys are 30 times as long.
 */
export const ALGORITHMS = [-8, -7, -257];

/** Of these formats nothing is fetched and no certificate is read, and we ask for none. */
const FORMATS: ReadonlySet<string> = new Set(['none', 'packed']);

/** What a passkey knows an account by: the same for each of its passkeys, and no name that people read. 32 bytes. */
export const passkeyUserId = (userId: string): Uint8Array<ArrayBuffer> =>
  Buffer.from(sha256(`passkey ${userId}`), 'hex');

/** The answer of a passkey was not taken. Its message says whether it makes sense to try again. */
export class PasskeyRefused extends ApiError {
  constructor(message = 'The passkey could not be checked: try again') {
    super('unauthorised', message);
    this.name = 'PasskeyRefused';
  }
}
/** The page has the device forget such a passkey. */
const unknownPasskey = () => new PasskeyRefused('This passkey is not known here');

/** What a library of passkeys calls a key. */
const describe = ({ id, transports }: Pick<Selectable<PasskeyRow>, 'id' | 'transports'>) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

/** The passkeys of an account, as options name them. */
export const listedPasskeys = async (queries: Queries, userId: string) =>
  (await findRows(queries, 'passkeys', { userId }, ['id', 'transports'])).map(describe);

/** Options for showing a passkey: any that the person has here or, with an account, one of its own. */
export async function passkeyOptions(
  { database: { queries }, settings }: Pick<AccountsContext, 'database' | 'settings'>,
  use: ChallengeUse,
  nowMs: number,
) {
  const { id: rpID } = requireRelyingParty(settings);
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await makeChallenge(queries, use, nowMs),
    ...(use.userId !== '' && { allowCredentials: await listedPasskeys(queries, use.userId) }),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
  return { ...options };
}

/** What a browser says of a page that asked, in an answer: the challenge; null where it makes no sense, or the page was framed. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    // The library lets a frame pass where the browser does not name the page around it.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}

/** Runs a check of the library, which throws for most of what can be wrong. Null where it did not pass. */
async function checked<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

/** The challenge of an answer, if it is one of ours that is good for this use. */
async function challengeOf(
  queries: Queries,
  response: NewResponse | Response,
  use: ChallengeUse,
): Promise<string | null> {
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === null) return null;
  return (await isChallenge(queries, challenge, use, Date.now())) ? challenge : null;
}

/** What is stored of a new passkey. */
type NewKey = Pick<
  Insertable<PasskeyRow>,
  'id' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
>;

async function verifyNew(
  { id, origin }: RelyingParty,
  response: NewResponse,
  challenge: string,
): Promise<NewKey | null> {
  const attestation = isoBase64URL.toBuffer(response.response.attestationObject);
  const decoded = decodeAttestationObject(attestation);
  if (!FORMATS.has(decoded.get('fmt')) || decoded.get('attStmt').get('x5c')) return null;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  // What was signed says the id; what stands beside it is not signed.
  if (credential.id !== response.id) return null;
  return {
    id: credential.id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    isSynced: credentialBackedUp,
  };
}

/**
 * Checks the answer to options for a new passkey. The challenge is spent in the transaction that stores the key.
 * @throws PasskeyRefused; then the challenge is spent, too
 */
export async function checkNewPasskey(
  { database: { queries }, settings }: Pick<AccountsContext, 'database' | 'settings'>,
  userId: string,
  response: NewResponse,
): Promise<{ key: NewKey; challenge: string }> {
  const party = requireRelyingParty(settings);
  const challenge = await challengeOf(queries, response, { kind: 'add', userId });
  if (challenge === null) throw new PasskeyRefused();
  const key = await checked(() => verifyNew(party, response, challenge));
  if (key) return { key, challenge };
  await spendChallenge(queries, challenge);
  throw new PasskeyRefused();
}

/** What an answer that is signed by this passkey says: how often it was used, and whether it is on other devices. */
async function verifyUse(
  { id, origin }: RelyingParty,
  { response, passkey }: { response: Response; passkey: Selectable<PasskeyRow> },
  challenge: string,
): Promise<Pick<PasskeyRow, 'counter' | 'isSynced'> | null> {
  const { userHandle } = response.response;
  const owner = isoBase64URL.fromBuffer(passkeyUserId(passkey.userId));
  if (userHandle && userHandle !== owner) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      ...describe(passkey),
      publicKey: isoBase64URL.toBuffer(passkey.publicKey),
      // The library judges the counter before the signature: a forged answer would look like a copied key.
      counter: 0,
    },
  });
  if (!verified) return null;
  const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
  return { counter, isSynced };
}

/** Did a key that counts its uses count back? Then there are two of it (WebAuthn Level 3, section 6.1.1). */
const isCopied = (before: number, now: number) => (now > 0 || before > 0) && now <= before;

/** Ends a passkey of which there are two, and tells its owner. */
async function endCopied(
  context: AccountsContext,
  { id, userId, name }: Selectable<PasskeyRow>,
  challenge: string,
): Promise<void> {
  const { database } = context;
  const isEnded = await database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    await spendChallenge(transaction, challenge);
    const count = await removeRows(transaction, 'passkeys', { id, userId });
    await settleFactors(transaction, userId);
    return count > 0;
  });
  if (isEnded) tellOwner(context, userId, { kind: 'passkey copied', name });
}

/**
 * Checks the answer of a passkey and does in one transaction what it is for: the challenge is spent, the use is counted
 * and `within` is done, or nothing of it. The account comes from our row of the passkey, never from what the answer says.
 * @throws PasskeyRefused; then the challenge is spent, too
 */
export async function withPasskey<T>(
  context: AccountsContext,
  { response, ...use }: ChallengeUse & { readonly response: Response },
  within: (transaction: Transaction<Schema>, account: AuthAccount) => Promise<T>,
): Promise<T> {
  const { database, settings } = context;
  const { queries } = database;
  const party = requireRelyingParty(settings);
  const challenge = await challengeOf(queries, response, use);
  if (challenge === null) throw new PasskeyRefused();
  const refused = async (refusal = new PasskeyRefused()) => {
    await spendChallenge(queries, challenge);
    return refusal;
  };
  const passkey = await findRow(queries, 'passkeys', { id: response.id });
  if (!passkey) throw await refused(unknownPasskey());
  const { id, userId, counter } = passkey;
  if (use.userId !== '' && use.userId !== userId) throw await refused();
  const used = await checked(() => verifyUse(party, { response, passkey }, challenge));
  if (!used) throw await refused();
  if (isCopied(counter, used.counter)) {
    await endCopied(context, passkey, challenge);
    throw new PasskeyRefused();
  }
  return database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    if (!(await spendChallenge(transaction, challenge))) throw new PasskeyRefused();
    const account = await findById(transaction, userId);
    if (!account) throw unknownPasskey();
    // Of two uses at once that count the same one is the copy of the other, or the key was removed meanwhile.
    const change = { ...used, lastUsed: Date.now() };
    const count = await updateRows(transaction, 'passkeys', { id, userId, counter }, change);
    if (count === 0) throw new PasskeyRefused();
    return within(transaction, account);
  });
}
