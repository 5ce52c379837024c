import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import type { ShareSource } from '../../src/data/contract/sharing.ts';
import { rifffPeaks } from '../../src/dsp/rifffPeaks.ts';

export interface Amounts {
  readonly accounts: number;
  readonly shares: number;
  readonly likes: number;
  readonly comments: number;
  /** Whom each account follows, but for the readers. */
  readonly follows: number;
}
export const FULL: Amounts = {
  accounts: 20_000,
  shares: 200_000,
  likes: 2_000_000,
  comments: 300_000,
  follows: 10,
};
export const SMALL: Amounts = {
  accounts: 500,
  shares: 5000,
  likes: 50_000,
  comments: 8000,
  follows: 10,
};

const YEAR_MS = 365 * 24 * 3_600_000;
const PROTOTYPES = 500;

/** 32 hex digits that look random, the same on every run. */
const hexOf = (kind: string, at: number) =>
  createHash('sha256').update(`${kind}${at}`).digest('hex').slice(0, 32);
/** An id as ours are made: 48 bits of milliseconds, 80 random ones. */
const idOf = (kind: string, at: number, createdMs: number) =>
  createdMs.toString(16).padStart(12, '0') + hexOf(kind, at).slice(0, 20);
/** Whom each of the accounts follows that read. */
export const READER_FOLLOWS = [3, 10, 30, 100, 300, 1000, 3000, 5000];
/** Who of them likes one share of so many: the last one likes ten thousands. */
const READER_LIKES: readonly (readonly [every: number, reader: number])[] = [
  [10, 7],
  [100, 6],
  [1000, 5],
  [10_000, 4],
];
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

/** How often each share is liked: few of them hold most of the likes. Each account likes one once. */
function spreadLikes({ accounts, shares, likes }: Amounts, random: () => number): Uint32Array {
  const counts = new Uint32Array(shares);
  for (let left = likes; left > 0; ) {
    const at = Math.floor(random() ** 3 * shares);
    const share = (at * 7919) % shares;
    if (counts[share]! >= accounts - READER_FOLLOWS.length) continue;
    counts[share]! += 1;
    left -= 1;
  }
  return counts;
}

export type ColumnType = 'text' | 'bigint' | 'integer' | 'boolean' | 'json';
export type Value = string | number | boolean | null;

/** Where one share of so many comes from; most say nothing of it. */
const SOURCE_EVERY: readonly (readonly [every: number, source: ShareSource])[] = [
  [400, 'beat_machine_sound_explorer'],
  [40, 'beat_machine_mission'],
];
const sourceOf = (at: number) => SOURCE_EVERY.find(([every]) => at % every === 3)?.[1] ?? null;

/** Who gives a share its like of this number: the first is a reader's, if they like it; each account likes once. */
function likerOf({ accounts }: Amounts, share: number, within: number): string {
  const readers = READER_FOLLOWS.length;
  const reader = READER_LIKES.find(([every, one]) => share % every === one)?.[1];
  if (within === 0 && reader !== undefined) return accountOf(reader);
  return accountOf(readers + ((share * 13 + within) % (accounts - readers)));
}

/** A table to fill: its columns, and its rows in the order in which life would have stored them. */
export interface Table {
  readonly name:
    | 'accounts'
    | 'jams'
    | 'rifffs'
    | 'rifffLoops'
    | 'shares'
    | 'likes'
    | 'comments'
    | 'follows';
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly count: number;
  /** Row `at`, called once for each in rising order; its values stand in the order of the columns. */
  readonly row: (at: number) => Value[];
  /** The `doc` of a row is what it says and then one of these texts, which its last value numbers. */
  readonly docEnds?: readonly string[];
}

function accountTables({ accounts: count }: Amounts, endMs: number): Table[] {
  const created = endMs - YEAR_MS;
  return [
    {
      name: 'accounts',
      count,
      columns: {
        id: 'text',
        idFolded: 'text',
        displayName: 'text',
        created: 'bigint',
        isDemo: 'boolean',
        isDeleted: 'boolean',
        termsVersionAccepted: 'integer',
        productUpdates: 'boolean',
        bio: 'text',
        externalLinks: 'json',
        access: 'text',
        license: 'text',
        client: 'text',
      },
      row: (at) => {
        const id = accountOf(at);
        const terms = [false, false, 1, false] as const;
        return [
          id,
          id,
          `User ${at}`,
          created,
          ...terms,
          '',
          '{}',
          'none',
          'all-rights-reserved',
          'bench',
        ];
      },
    },
    {
      name: 'jams',
      count,
      columns: {
        id: 'text',
        longId: 'text',
        kind: 'text',
        ownerId: 'text',
        name: 'text',
        access: 'text',
        created: 'bigint',
        rifffCount: 'integer',
        isDemo: 'boolean',
      },
      row: (at) => {
        const id = accountOf(at);
        const longId = hexOf('jam', at) + hexOf('maj', at);
        return [id, longId, 'personal', id, `User ${at}`, 'private', created, 0, false];
      },
    },
  ];
}

function rifffTable(amounts: Amounts, createdOf: (at: number) => number): Table {
  const docEnds = prototypes(seeded(7));
  return {
    name: 'rifffs',
    count: amounts.shares,
    columns: {
      jamId: 'text',
      id: 'text',
      userId: 'text',
      created: 'bigint',
      digest: 'text',
      access: 'text',
      license: 'text',
      doc: 'json',
    },
    docEnds,
    row: (at) => {
      const [jamId, created] = [ownerOf(amounts, at), createdOf(at)];
      const id = idOf('rifff', at, created);
      const head = JSON.stringify({ _id: id, jamId, created, userName: jamId, creators: [jamId] });
      const rights = ['none', 'all-rights-reserved'];
      const digest = hexOf('digest', at).repeat(2);
      const doc = `${head.slice(0, -1)},`;
      return [jamId, id, jamId, created, digest, ...rights, doc, (at * 7) % docEnds.length];
    },
  };
}

/** Loops that the rifffs of `rifffTable` hold, each once. */
function rifffLoopTable({ shares }: Amounts, { row, docEnds = [] }: Table): Table {
  const held = docEnds.map((text) => [
    ...new Set([...text.matchAll(/"currentLoop":"([^"]+)"/g)].map(([, id]) => id!)),
  ]);
  const heldBy = (at: number) => held[(at * 7) % held.length]!;
  let count = 0;
  for (let at = 0; at < shares; at++) count += heldBy(at).length;
  let [rifff, within] = [0, 0];
  return {
    name: 'rifffLoops',
    count,
    columns: { jamId: 'text', rifffId: 'text', loopId: 'text' },
    row: () => {
      while (within >= heldBy(rifff).length) [rifff, within] = [rifff + 1, 0];
      const [jamId, id] = row(rifff);
      within += 1;
      return [jamId!, id!, heldBy(rifff)[within - 1]!];
    },
  };
}

const ownerOf = ({ accounts }: Amounts, at: number) => accountOf((at * 31) % accounts);

function shareTables(amounts: Amounts, createdOf: (at: number) => number): Table[] {
  const counts = spreadLikes(amounts, seeded(17));
  const shareOf = (at: number) => idOf('share', at, createdOf(at));
  let [share, within, shareId] = [0, 0, shareOf(0)];
  return [
    {
      name: 'shares',
      count: amounts.shares,
      columns: {
        id: 'text',
        jamId: 'text',
        rifffId: 'text',
        userId: 'text',
        title: 'text',
        isPrivate: 'boolean',
        created: 'bigint',
        likeCount: 'integer',
        commentCount: 'integer',
        isRemoved: 'boolean',
        source: 'text',
      },
      row: (at) => {
        const [owner, created] = [ownerOf(amounts, at), createdOf(at)];
        const rifffId = idOf('rifff', at, created);
        const title = `Rifff number ${at}`;
        const said = commentsOf(amounts, at);
        const numbers = [counts[at]!, said] as const;
        const rest = [...numbers, false, sourceOf(at)] as const;
        return [shareOf(at), owner, rifffId, owner, title, false, created, ...rest];
      },
    },
    {
      name: 'likes',
      count: amounts.likes,
      columns: { shareId: 'text', userId: 'text', created: 'bigint' },
      row: () => {
        while (within >= counts[share]!) {
          [share, within] = [share + 1, 0];
          shareId = shareOf(share);
        }
        const userId = likerOf(amounts, share, within);
        within += 1;
        return [shareId, userId, createdOf(share)];
      },
    },
  ];
}

/** Comments on a share: spread over all of them, with as many more on the first hundredth. */
const crowdedOf = ({ shares }: Amounts) => Math.max(1, Math.floor(shares / 100));
function commentsOf(amounts: Amounts, at: number): number {
  const { shares, comments } = amounts;
  const [half, crowded] = [Math.floor(comments / 2), crowdedOf(amounts)];
  const even = Math.floor(half / shares) + Number(at < half % shares);
  const from = shares - crowded;
  const rest = comments - half;
  const more = at < from ? 0 : Math.floor(rest / crowded) + Number(at - from < rest % crowded);
  return even + more;
}

function commentTable(amounts: Amounts, createdOf: (at: number) => number): Table {
  let [share, within] = [0, 0];
  return {
    name: 'comments',
    count: amounts.comments,
    columns: { id: 'text', shareId: 'text', userId: 'text', created: 'bigint', text: 'text' },
    row: (at) => {
      while (within >= commentsOf(amounts, share)) [share, within] = [share + 1, 0];
      const created = createdOf(share) + within;
      const userId = accountOf((share * 17 + within * 3) % amounts.accounts);
      within += 1;
      const shareId = idOf('share', share, createdOf(share));
      return [idOf('comment', at, created), shareId, userId, created, `What a turn, number ${at}`];
    },
  };
}

function followTable({ accounts, follows }: Amounts, endMs: number): Table {
  const most = (at: number) => Math.min(accounts - 1, READER_FOLLOWS[at] ?? follows);
  const counts = Array.from({ length: accounts }, (_, at) => most(at));
  let [follower, within] = [0, 0];
  return {
    name: 'follows',
    count: counts.reduce((sum, count) => sum + count, 0),
    columns: { followerId: 'text', userId: 'text', created: 'bigint' },
    row: () => {
      while (within >= counts[follower]!) [follower, within] = [follower + 1, 0];
      within += 1;
      const userId = accountOf((follower + within) % accounts);
      return [accountOf(follower), userId, endMs - YEAR_MS];
    },
  };
}

/** Everything to fill, for a migrated database that holds the starter loops. The last share is the newest. */
export function benchTables(amounts: Amounts, endMs: number): Table[] {
  const createdOf = (at: number) =>
    endMs - Math.floor(((amounts.shares - at) / amounts.shares) * YEAR_MS);
  const rifffs = rifffTable(amounts, createdOf);
  return [
    ...accountTables(amounts, endMs),
    rifffs,
    rifffLoopTable(amounts, rifffs),
    ...shareTables(amounts, createdOf),
    commentTable(amounts, createdOf),
    followTable(amounts, endMs),
  ];
}
