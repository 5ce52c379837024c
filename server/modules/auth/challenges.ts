/** What a passkey has to sign: random, for one use, of one kind and one account, for five minutes. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findsRow, insertRows, removeRows } from '../../ports/database/rows.ts';
import type { ChallengeRow } from '../../ports/database/schemaAccounts.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** WebAuthn Level 3, section 13.4.3, asks for 16 at least. */
const CHALLENGE_BYTES = 32;

/** What a challenge is for. `userId` is empty for signing in: it is not known yet who comes. */
export type ChallengeUse = Pick<ChallengeRow, 'kind' | 'userId'>;

const keyOf = (challenge: string) => sha256(challenge);

/** Makes a challenge and stores its hash. */
export async function makeChallenge(
  queries: Queries,
  use: ChallengeUse,
  nowMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const row = { ...use, created: nowMs, expires: nowMs + CHALLENGE_MS };
  await insertRows(queries, 'challenges', {
    ...row,
    key: keyOf(challenge.toString('base64url')),
  });
  return challenge;
}

/** Is this a challenge of ours for this use, that is still good? @param challenge in base64url */
export const isChallenge = (
  queries: Queries,
  challenge: string,
  { kind, userId }: ChallengeUse,
  nowMs: number,
): Promise<boolean> =>
  findsRow(
    queries
      .selectFrom('challenges')
      .where('key', '=', keyOf(challenge))
      .where('kind', '=', kind)
      .where('userId', '=', userId)
      .where('expires', '>', nowMs),
  );

/** Uses a challenge up, in the transaction of what it is for. False where it was used already: of two at once one wins. */
export const spendChallenge = async (queries: Queries, challenge: string): Promise<boolean> =>
  (await removeRows(queries, 'challenges', { key: keyOf(challenge) })) > 0;
