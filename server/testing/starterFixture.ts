import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../src/data/contract/constants.ts';
import { encodeBytes } from '../../src/data/contract/loopData.ts';

/** What a test's starter content looks like; everything has a sensible value. */
export interface FixtureOptions {
  readonly loops?: number;
  /** Changes the bytes of every file. */
  readonly salt?: string;
  /** Loops to leave out, by their position. */
  readonly without?: readonly number[];
  /** Loops of a partner's collection, behind the others. */
  readonly locked?: number;
}

/** The pack of the fixture that has to be unlocked. */
export const LOCKED_PACK = {
  id: 'glow',
  product: 'partners-glow',
  name: 'Glow',
  partner: 'Hill Street Sound',
  licence: { slug: 'cc-by-4.0', title: 'Glow licence', terms: 'Name Glow where you publish.' },
} as const;

/** Id of the fixture's loop at a position: 32 hex digits. */
export const fixtureLoopId = (at: number) => at.toString(16).padStart(32, '0');

/** Bytes of the fixture's file at a position. They only need to differ: the server never decodes them. */
export function fixtureBytes(at: number, salt = ''): Buffer {
  const seed = createHash('sha256').update(`${salt}${at}`).digest();
  return Buffer.concat(Array.from({ length: 40 + at }, () => seed));
}

function fixtureLoop(at: number) {
  return {
    _id: fixtureLoopId(at),
    name: `${at % 2 ? 'Low_Tide' : '100% Kick'} ${at}`,
    creatorUserName: at % 3 ? 'house' : 'rondo',
    // Two loops share each time, so that ties must be broken by id.
    created: 1_700_000_000_000 + Math.floor(at / 2),
    barLength: 16,
    length16ths: 64,
    bps: 2,
    sampleRate: 48_000,
    category: LIBRARY_CATEGORIES[at % LIBRARY_CATEGORIES.length]!,
    family: at % 2 ? 'tide' : 'kick',
    root: 3,
    scale: 1,
    // Loops near each other in the list sound alike; number 5 was not measured, number 6 is silent.
    ...(at !== 5 && { timbre: encodeBytes(new Uint8Array(26).fill(at === 6 ? 0 : 100 + at)) }),
    file: `ogg/${at}.ogg`,
    unknownKey: { kept: true },
  };
}

function lockedLoop(at: number) {
  return {
    ...fixtureLoop(at),
    name: `Glow ${at}`,
    creatorUserName: 'glow',
    family: LOCKED_PACK.id,
  };
}

function fixtureRifff(loopIds: readonly string[]) {
  const playback = Array.from({ length: MAX_LOOPS_PER_RIFFF }, (_, at) => {
    const id = loopIds[at];
    return { slot: { current: id ? { currentLoop: id } : null } };
  });
  return {
    _id: 'f'.repeat(32),
    created: 1_700_000_000_000,
    userName: 'rondo',
    state: { barLength: 16, bps: 2, playback },
    loops: [],
  };
}

/** Writes starter content in the shape of `assets/starter` into `folder`. */
export async function writeStarter(folder: string, options: FixtureOptions = {}): Promise<void> {
  const { loops: count = 24, salt, without = [], locked = 0 } = options;
  const positions = Array.from({ length: count }, (_, at) => at).filter(
    (at) => !without.includes(at),
  );
  const lockedPositions = Array.from({ length: locked }, (_, at) => count + at);
  const pack = (id: string, name: string) => ({
    id,
    name,
    description: `All of ${name}`,
    bps: 2,
    root: 3,
    scale: 1,
    loopCount: 0,
  });
  const { id, name, product, partner, licence } = LOCKED_PACK;
  const manifest = {
    packs: [
      pack('tide', 'Tide'),
      pack('kick', 'Kick'),
      ...(locked > 0 ? [{ ...pack(id, name), collection: { product, partner, licence } }] : []),
    ],
    loops: [...positions.map(fixtureLoop), ...lockedPositions.map(lockedLoop)],
    // Slot order differs from the order of ids; the third id exists nowhere.
    rifffs: [
      {
        id: 'opening',
        title: 'Opening',
        rifff: fixtureRifff([fixtureLoopId(5), fixtureLoopId(2), 'gone', fixtureLoopId(5)]),
      },
    ],
  };
  for (const at of [...positions, ...lockedPositions]) {
    const path = join(folder, `ogg/${at}.ogg`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, fixtureBytes(at, salt));
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** A logger that drops everything. */
export const silentLog = { info: () => {}, warn: () => {} };
