import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairLanes } from '../../plugins/fairLanes.ts';

const derive = promisify(argon2);

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;
/** How a hash of today begins, as a PHC string. */
const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;

/** In whose name a password is checked. */
export interface Turn {
  readonly lane: string;
  /** Of a person who signed in from there before: goes first. */
  readonly isKnown?: boolean;
}

const turns = createFairLanes({
  // Of the four threads that files and names share, passwords take two at most.
  lanes: 2,
  lanesPerKey: 2,
  // About two seconds of work; past that an honest refusal is better. Who waits costs next to nothing.
  waitingPerKey: 100,
  waiting: 1000,
  refusal: 'Too many people sign in at this moment: try again',
  retryAfterSec: 2,
});

/** For work that no account asked for. */
const ANYONES: Turn = { lane: '' };

/** Runs argon2 when it is its turn. Throws `unavailable` when too many wait. */
const inTurn = ({ lane, isKnown }: Turn, parameters: Argon2Parameters): Promise<Buffer> =>
  turns.run(lane, () => derive('argon2id', parameters), isKnown);

/** The same password however a keyboard composes its letters. */
const asTyped = (password: string) => password.normalize('NFKC');

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * argon2id of a typed password as a PHC string
 * (https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md).
 * Throws `unavailable` when too many wait before `turn`.
 */
export async function hashPassword(password: string, turn: Turn = ANYONES): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await inTurn(turn, { message: asTyped(password), nonce: salt, ...COST });
  return `${HEAD}$${base64(salt)}$${base64(tag)}`;
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Hash of a password that no account has: checking against it takes as long as against any other. */
const NOBODYS = `${HEAD}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(COST.tagLength))}`;

/**
 * True when `password` is the one that was hashed. Null, which stands for accounts without a password, which have no
 * signing in to and for names that do not exist, is false after the same work. Throws when `hash` is no argon2id, and
 * `unavailable` when too many wait before `turn`.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  turn: Turn = ANYONES,
): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', tag = ''] = PHC.exec(hash ?? NOBODYS) ?? [];
  if (!salt) throw new Error('a stored password is not an argon2id hash');
  const wanted = Buffer.from(tag, 'base64');
  const found = await inTurn(turn, {
    message: asTyped(password),
    nonce: Buffer.from(salt, 'base64'),
    parallelism: Number(lanes),
    tagLength: wanted.byteLength,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(found, wanted) && hash !== null;
}
