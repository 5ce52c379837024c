/**
 * Reads folders of stems that Endlesss Studio wrote, or that we write: a folder is a rifff, folders side by side are a
 * jam. Such stems begin wherever recording began and not on the one; they are kept as they are.
 */
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlaybackSlot } from '../../../data/contract/rifff.ts';
import {
  readStemFolder,
  readStemName,
  type StemFacts,
} from '../../../data/rules/sharing/stemFolders.ts';
import type { Finder } from '../files/finder.ts';
import { fileOf, folderOf, idOf, nameText, personName } from '../files/names.ts';
import { plainSound } from '../files/soundFacts.ts';
import { jamSource, newPerson, type Reached, skipped } from '../files/source.ts';
import type { JamSource, SourceFile, SourceItem } from '../JamSource.ts';
import { loopOfFile, playing, rifffOfSlots } from './stemLoops.ts';

const SLOTS = 8;
const BAR_LENGTH = 16;
/** C major, which is what rifffs have where nothing says more. */
const NO_KEY = { root: 0, scale: 0 };

export interface Stem {
  readonly file: SourceFile;
  readonly facts: StemFacts;
}

/** The folder of one rifff. */
export interface StemFolder {
  readonly path: string;
  readonly stems: readonly Stem[];
}

/** A jam of folders side by side. */
export interface StemJam {
  readonly name: string;
  readonly folders: readonly StemFolder[];
}

/** What most of some have. */
function mostOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const createdOf = ({ stems }: StemFolder) =>
  stems.reduce((latest, { facts }) => Math.max(latest, facts.created ?? 0), 0);

/** In the order of their numbers, then of their times, then of their names. */
function inOrder(folders: readonly StemFolder[]): StemFolder[] {
  const numberOf = ({ path }: StemFolder) => readStemFolder(fileOf(path))?.number ?? 0;
  return [...folders].sort(
    (a, b) =>
      numberOf(a) - numberOf(b) ||
      createdOf(a) - createdOf(b) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

interface Seated {
  readonly seats: Map<number, Stem>;
  readonly left: SourceItem[];
}

/** Which stem sits in which slot, from 0; the better of two qualities first. */
function seat({ stems }: StemFolder): Seated {
  const first = stems.some(({ facts }) => facts.slot === 0) ? 0 : 1;
  const seats = new Map<number, Stem>();
  const left: SourceItem[] = [];
  for (const stem of stems.toSorted((a, b) => Number(b.facts.isHq) - Number(a.facts.isHq))) {
    const slot = stem.facts.slot - first;
    if (slot >= SLOTS) left.push(skipped(stem.file.path, 'a rifff has eight slots'));
    else if (seats.has(slot)) {
      const isTwin = seats.get(slot)!.facts.isHq && !stem.facts.isHq;
      const reason = isTwin ? 'the HQ file of the same slot was taken' : 'its slot is taken';
      left.push(skipped(stem.file.path, reason));
    } else seats.set(slot, stem);
  }
  return { seats, left };
}

async function stemLoop({ file, facts }: Stem): Promise<Loop | string> {
  try {
    const sound = await plainSound(file.blob);
    const said = {
      id: await idOf(`stems/${file.path}/${file.blob.size}`),
      name: facts.name,
      author: facts.author,
      created: facts.created ?? 0,
      bps: facts.bpm / 60,
      barLength: BAR_LENGTH,
    };
    return loopOfFile(said, sound.facts);
  } catch (error) {
    return (error as Error).message;
  }
}

async function* folderItems(
  folder: StemFolder,
  jamId: string,
  parent: string | null,
  people: Set<string>,
): AsyncGenerator<SourceItem, string | null> {
  const { seats, left } = seat(folder);
  yield* left;
  const slots: (PlaybackSlot | undefined)[] = [];
  const bps: number[] = [];
  const authors: { created: number; author: string }[] = [];
  for (const [slot, stem] of seats) {
    const loop = await stemLoop(stem);
    if (typeof loop === 'string') {
      yield skipped(stem.file.path, loop);
      continue;
    }
    const { creatorUserName, created } = loop;
    yield* newPerson(creatorUserName, people);
    yield { kind: 'loop', loop, sound: async () => ({ file: stem.file.blob }) };
    slots[slot] = playing(loop._id);
    bps.push(loop.bps);
    authors.push({ created, author: creatorUserName });
  }
  if (bps.length === 0) {
    yield skipped(folder.path, 'none of its stems can be read');
    return null;
  }
  const last = authors.reduce((newest, one) => (one.created > newest.created ? one : newest));
  const { key } = readStemFolder(fileOf(folder.path)) ?? { key: null };
  const id = await idOf(`stems/${folder.path}/${folder.stems.map(({ file }) => file.blob.size)}`);
  const said = {
    _id: id,
    jamId,
    parent,
    created: createdOf(folder),
    userName: personName(last.author),
    bps: mostOf(bps),
    barLength: BAR_LENGTH,
    ...(key ?? NO_KEY),
  };
  yield { kind: 'rifff', rifff: rifffOfSlots(said, slots) };
  return id;
}

async function* walk(jam: StemJam, reached: Reached): AsyncGenerator<SourceItem, void> {
  const folders = inOrder(jam.folders);
  const id = await idOf(`stems/${folders.map(({ path }) => path).join('/')}`);
  const created = folders.reduce((oldest, one) => Math.min(oldest, createdOf(one)), Date.now());
  const name = nameText(jam.name, 60, 'Stems');
  const head = { id, name, description: '', created, barLength: BAR_LENGTH };
  yield { kind: 'jam', from: 'stems', origin: 'Stems', jam: head };
  const people = new Set<string>();
  let parent: string | null = null;
  let bytes = 0;
  for (const folder of folders) {
    parent = (yield* folderItems(folder, id, parent, people)) ?? parent;
    bytes += folder.stems.reduce((sum, { file }) => sum + file.blob.size, 0);
    reached(bytes);
  }
}

/** A jam of stem folders as a source. */
export function readStems(jam: StemJam): JamSource {
  const bytes = jam.folders
    .flatMap(({ stems }) => stems)
    .reduce((sum, { file }) => sum + file.blob.size, 0);
  return jamSource(bytes, (reached) => walk(jam, reached));
}

/** Folders of stems among files, put together as jams by the folder that they lie in. */
export function stemJams(files: readonly SourceFile[]): StemJam[] {
  const folders = new Map<string, Stem[]>();
  for (const file of files) {
    const facts = readStemName(fileOf(file.path));
    if (!facts) continue;
    const path = folderOf(file.path);
    const stems = folders.get(path) ?? [];
    stems.push({ file, facts });
    folders.set(path, stems);
  }
  const jams = new Map<string, StemFolder[]>();
  for (const [path, stems] of folders) {
    const parent = folderOf(path);
    const side = jams.get(parent) ?? [];
    side.push({ path, stems });
    jams.set(parent, side);
  }
  return [...jams].map(([parent, side]) => {
    const own = fileOf(side[0]!.path);
    const title = readStemFolder(own)?.title ?? own;
    return { name: side.length === 1 ? title : fileOf(parent) || title, folders: side };
  });
}

/** What people should know of such a folder before they bring it in. */
const NOTE =
  'Stems that Endlesss wrote begin where recording began, not on the one. They come in as they are.';

/** Finds folders of stems by the names of their files. */
export const stemsFinder: Finder = async (files, { parts, taken }) => {
  for (const jam of stemJams(files)) {
    const { name, folders } = jam;
    const what = folders.length === 1 ? 'stem folder' : `${folders.length} stem folders`;
    parts.push({ kind: 'stems', what, name, jams: 1, note: NOTE, open: () => readStems(jam) });
    taken.push(...folders.flatMap(({ stems }) => stems.map(({ file }) => file)));
  }
};
