import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Database, Queries } from '../../server/ports/database/database.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import { rifffPeaks } from '../../src/dsp/rifffPeaks.ts';

export interface Amounts {
  readonly accounts: number;
  readonly shares: number;
  readonly likes: number;
}
export const FULL: Amounts = { accounts: 20_000, shares: 200_000, likes: 2_000_000 };
export const SMALL: Amounts = { accounts: 500, shares: 5000, likes: 50_000 };

const YEAR_MS = 365 * 24 * 3_600_000;
const PROTOTYPES = 500;
const BATCH = 400;

/** Ids that look as ours do, the same on every run. */
const idOf = (kind: string, at: number) =>
  createHash('sha256').update(`${kind}${at}`).digest('hex').slice(0, 32);
export const accountOf = (at: number) => `user-${at}`;

/** Mulberry32: the same numbers on every run, 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The starter loops: real peaks and envelopes, so that sizes are those of real rifffs. */
export function starterLoops(): Loop[] {
  const manifest = new URL('../../assets/starter/manifest.json', import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).loops as Loop[];
}

/** What a rifff document says besides its id, its time and its maker: JSON without the first brace. */
function prototypes(random: () => number): string[] {
  const loops = starterLoops();
  return Array.from({ length: PROTOTYPES }, () => {
    const used = 1 + Math.floor(random() * MAX_LOOPS_PER_RIFFF);
    const chosen = Array.from({ length: used }, () => loops[Math.floor(random() * loops.length)]!);
    const layers = chosen.map((loop) => ({
      peaks: new Uint8Array(Buffer.from(loop.peaks ?? '', 'base64')),
      bands: new Uint8Array(0),
      loudnessLufs: loop.loudnessLufs,
      gain: 0.5 + random(),
      passes: 4,
    }));
    const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => ({
      slot: {
        current: chosen[at]
          ? {
              currentLoop: chosen[at]._id,
              gain: layers[at]!.gain,
              on: true,
              type: 'Looper',
              playbackRate: 1,
              pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
            }
          : null,
      },
    }));
    const state = { barLength: 16, bps: 2, playback };
    const rest = { state, loops: [], scale: 0, root: 0, peakData: rifffPeaks(layers) };
    return JSON.stringify(rest).slice(1);
  });
}

/** Runs `makeRow` for each position and stores the rows in batches of one transaction each. */
async function fill<T>(
  database: Database,
  count: number,
  makeRow: (at: number) => T,
  store: (queries: Queries, rows: T[]) => Promise<unknown>,
): Promise<void> {
  const perTransaction = BATCH * 25;
  for (let from = 0; from < count; from += perTransaction) {
    const to = Math.min(count, from + perTransaction);
    await database.transaction(async (queries) => {
      for (let start = from; start < to; start += BATCH) {
        const length = Math.min(BATCH, to - start);
        await store(
          queries,
          Array.from({ length }, (_, index) => makeRow(start + index)),
        );
      }
    });
  }
}

async function fillAccounts(database: Database, { accounts }: Amounts, nowMs: number) {
  const account = (at: number) => ({
    id: accountOf(at),
    idFolded: accountOf(at),
    displayName: `User ${at}`,
    email: null,
    emailFolded: null,
    passwordHash: null,
    created: nowMs - YEAR_MS,
    isDemo: false,
    isDeleted: false,
    termsVersionAccepted: 1,
    productUpdates: false,
    bio: '',
    externalLinks: '{}',
    avatarKey: null,
    access: 'none',
    license: 'all-rights-reserved',
    client: 'bench',
    referralId: null,
  });
  await fill(database, accounts, account, (queries, rows) =>
    queries.insertInto('accounts').values(rows).execute(),
  );
  const jam = (at: number) => ({
    id: accountOf(at),
    longId: idOf('jam', at) + idOf('maj', at),
    kind: 'personal' as const,
    ownerId: accountOf(at),
    name: `User ${at}`,
    access: 'private' as const,
    created: nowMs - YEAR_MS,
    rifffCount: 0,
    isDemo: false,
  });
  await fill(database, accounts, jam, (queries, rows) =>
    queries.insertInto('jams').values(rows).execute(),
  );
}

/** How often each share is liked: few of them hold most of the likes. Each account likes one once. */
function spreadLikes({ accounts, shares, likes }: Amounts, random: () => number): Uint32Array {
  const counts = new Uint32Array(shares);
  for (let left = likes; left > 0; ) {
    const at = Math.floor(random() ** 3 * shares);
    const share = (at * 7919) % shares;
    if (counts[share]! >= accounts) continue;
    counts[share]! += 1;
    left -= 1;
  }
  return counts;
}

/** Fills a migrated database that holds the starter loops. */
export async function generate(database: Database, amounts: Amounts): Promise<void> {
  const random = seeded(7);
  const nowMs = Date.now();
  await fillAccounts(database, amounts, nowMs);
  const rests = prototypes(random);
  const counts = spreadLikes(amounts, random);
  const ownerOf = (at: number) => accountOf((at * 31) % amounts.accounts);
  const createdOf = (at: number) => nowMs - Math.floor(((at + 1) / amounts.shares) * YEAR_MS);
  const rifff = (at: number) => {
    const [id, jamId, created] = [idOf('rifff', at), ownerOf(at), createdOf(at)];
    const head = JSON.stringify({ _id: id, jamId, created, userName: jamId, creators: [jamId] });
    return {
      jamId,
      id,
      userId: jamId,
      created,
      parentJamId: null,
      parentId: null,
      originalId: null,
      digest: id,
      access: 'none',
      license: 'all-rights-reserved',
      doc: `${head.slice(0, -1)},${rests[at % PROTOTYPES]}`,
    };
  };
  await fill(database, amounts.shares, rifff, (queries, rows) =>
    queries.insertInto('rifffs').values(rows).execute(),
  );
  const share = (at: number) => ({
    id: idOf('share', at),
    jamId: ownerOf(at),
    rifffId: idOf('rifff', at),
    userId: ownerOf(at),
    title: `Rifff number ${at}`,
    isPrivate: false,
    created: createdOf(at),
    likeCount: counts[at]!,
    source: null,
    isRemoved: false,
  });
  await fill(database, amounts.shares, share, (queries, rows) =>
    queries.insertInto('shares').values(rows).execute(),
  );
  let [liked, within] = [0, 0];
  const like = () => {
    while (within >= counts[liked]!) [liked, within] = [liked + 1, 0];
    const userId = accountOf((liked * 13 + within) % amounts.accounts);
    within += 1;
    return { shareId: idOf('share', liked), userId, created: createdOf(liked) };
  };
  await fill(database, amounts.likes, like, (queries, rows) =>
    queries.insertInto('likes').values(rows).execute(),
  );
}
