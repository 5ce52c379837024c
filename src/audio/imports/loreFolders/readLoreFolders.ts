/**
 * Reads the folders that LORE exports of single riffs: `metadata.json` and a file for each stem, at the tempo of the riff
 * and with its gain in the sound. Such a stem is not the one that LORE has in its archive, so it has an id of its own.
 */
import type { PlaybackSlot } from '../../../data/contract/rifff.ts';
import { bytesOf } from '../files/blobBytes.ts';
import type { Finder } from '../files/finder.ts';
import { fileOf, folderOf, idOf, personName } from '../files/names.ts';
import { plainSound } from '../files/soundFacts.ts';
import { jamSource, newPerson, type Reached, skipped } from '../files/source.ts';
import type { JamSource, SourceFile, SourceItem } from '../JamSource.ts';
import { jamOf, type LoreRiff, type LoreStem, loopOfStem, rifffOfRiff } from '../lore/documents.ts';
import { loopOfFile, playing } from '../stems/stemLoops.ts';

/** Riff and stems take 10 kB. */
const MAX_JSON_BYTES = 1024 * 1024;

type Json = Readonly<Record<string, unknown>>;

/** What `metadata.json` of a folder says. */
export interface LoreFolder {
  readonly path: string;
  readonly jamId: string;
  readonly jamName: string;
  readonly riff: LoreRiff;
  /** By slot; null where nothing plays. */
  readonly stems: readonly (LoreStem | null)[];
  /** Sounds that lie beside it. */
  readonly sounds: readonly SourceFile[];
}

const json = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
/** One version of its source wrote numbers as text. */
const number = (value: unknown) => Number(value ?? Number.NaN);

function stemOf(value: unknown): LoreStem | null {
  const stem = json(value);
  const id = text(stem.couchID);
  if (!id) return null;
  return {
    id,
    user: text(stem.user),
    preset: text(stem.preset),
    createdSec: number(stem.creationTimeUnix),
    bps: number(stem.BPS),
    length16ths: number(stem.length16s),
    barLength: number(stem.barLength),
    sampleRate: number(stem.sampleRate),
    pitch: number(stem.originalPitch),
    colour: text(stem.colour),
    isDrum: stem.isDrum === true,
    isNote: stem.isNote === true,
    isBass: stem.isBass === true,
    isMic: stem.isMic === true,
  };
}

/** Reads a `metadata.json`. Null where it is one of something else. */
export async function loreFolder(
  file: SourceFile,
  beside: readonly SourceFile[],
): Promise<LoreFolder | null> {
  if (file.blob.size > MAX_JSON_BYTES) return null;
  let all: Json;
  try {
    all = json(JSON.parse(new TextDecoder().decode(await bytesOf(file.blob))));
  } catch {
    return null;
  }
  const { jam, riff, stems } = json(all.value0 ?? all);
  const [jamSaid, said] = [json(jam), json(riff)];
  const id = text(said.couchID);
  const jamId = text(jamSaid.couchID) || text(said.jamCouchID);
  if (!id || !jamId) return null;
  const stemIds = list(said.stems).map(text);
  const known = new Map(
    list(stems)
      .flatMap((one) => stemOf(one) ?? [])
      .map((one) => [one.id, one]),
  );
  const gains = list(said.gains).map(number);
  return {
    path: folderOf(file.path),
    jamId,
    jamName: text(jamSaid.displayName),
    riff: {
      id,
      user: text(said.user),
      createdSec: number(said.creationTimeUnix),
      root: number(said.root),
      scale: number(said.scale),
      bps: number(said.BPS),
      barLength: number(said.barLength),
      appVersion: number(said.appVersion),
      slots: stemIds.slice(0, 8).map((stemId, at) => ({
        stemId,
        gain: gains[at] ?? 1,
        isOn: stemId !== '',
      })),
    },
    stems: stemIds.slice(0, 8).map((stemId) => known.get(stemId) ?? null),
    sounds: beside,
  };
}

/** The file of a stem: by the first five digits of its id, or by the number in front. */
function soundOf({ sounds }: LoreFolder, stem: LoreStem, slot: number): SourceFile | undefined {
  const nameOf = ({ path }: SourceFile) => fileOf(path);
  const mark = `#${stem.id.slice(0, 5).toLowerCase()}`;
  return (
    sounds.find((file) => nameOf(file).toLowerCase().includes(mark)) ??
    sounds.find((file) => new RegExp(`^${slot}(?!\\d)[^#]*$`).test(nameOf(file)))
  );
}

async function* folderItems(
  folder: LoreFolder,
  jamId: string,
  parent: string | null,
  people: Set<string>,
): AsyncGenerator<SourceItem, string | null> {
  const { riff } = folder;
  const made = await rifffOfRiff(riff, jamId, parent);
  if ('reason' in made) {
    yield skipped(`riff ${riff.id}`, made.reason);
    return null;
  }
  const slots: PlaybackSlot[] = [...made.made.state.playback];
  for (const [slot, { stemId }] of riff.slots.entries()) {
    if (!stemId) continue;
    const stem = folder.stems[slot];
    const file = stem && soundOf(folder, stem, slot);
    // LORE writes no file of a stem whose gain is nothing.
    slots[slot] = { slot: { current: null } };
    if (!stem || !file) {
      yield skipped(`stem ${stemId} of riff ${riff.id}`, 'there is no file of it in the folder');
      continue;
    }
    try {
      const { facts } = await plainSound(file.blob);
      const kept = await loopOfStem({ ...stem, bps: riff.bps, length16ths: stem.length16ths || 1 });
      if ('reason' in kept) throw new Error(kept.reason);
      const { creatorUserName, created, barLength } = kept.made;
      const id = await idOf(`lore/${riff.id}/${stem.id}`);
      const said = { id, name: stem.preset, author: creatorUserName, created, barLength };
      const loop = loopOfFile({ ...said, bps: riff.bps }, facts);
      if (typeof loop === 'string') throw new Error(loop);
      yield* newPerson(creatorUserName, people);
      const { length16ths, sampleRate } = loop;
      const whole = { ...kept.made, _id: id, importedId: stem.id, length16ths, sampleRate };
      yield { kind: 'loop', loop: whole, sound: async () => ({ file: file.blob }) };
      slots[slot] = playing(id);
    } catch (error) {
      yield skipped(file.path, (error as Error).message);
    }
  }
  yield* newPerson(personName(riff.user), people);
  const { made: rifff } = made;
  yield { kind: 'rifff', rifff: { ...rifff, state: { ...rifff.state, playback: slots } } };
  return rifff._id;
}

async function* walk(
  folders: readonly LoreFolder[],
  reached: Reached,
): AsyncGenerator<SourceItem, void> {
  const inOrder = folders.toSorted((a, b) => a.riff.createdSec - b.riff.createdSec);
  const [first] = inOrder;
  if (!first) return;
  const jam = await jamOf(first.jamId, first.jamName, first.riff);
  yield { kind: 'jam', from: 'lore', origin: 'LORE', jam };
  const people = new Set<string>();
  let parent: string | null = null;
  let bytes = 0;
  for (const folder of inOrder) {
    parent = (yield* folderItems(folder, jam.id, parent, people)) ?? parent;
    bytes += folder.sounds.reduce((sum, { blob }) => sum + blob.size, 0);
    reached(bytes);
  }
}

/** Folders of one jam as a source. */
export function readLoreFolders(folders: readonly LoreFolder[]): JamSource {
  const bytes = folders
    .flatMap(({ sounds }) => sounds)
    .reduce((sum, { blob }) => sum + blob.size, 0);
  return jamSource(bytes, (reached) => walk(folders, reached));
}

/** Finds folders that LORE exported, put together by the jam that they are of. */
export const loreFoldersFinder: Finder = async (files, { parts, taken }) => {
  const byFolder = new Map<string, SourceFile[]>();
  for (const file of files) {
    const own = byFolder.get(folderOf(file.path)) ?? [];
    own.push(file);
    byFolder.set(folderOf(file.path), own);
  }
  const jams = new Map<string, LoreFolder[]>();
  for (const file of files) {
    if (!/(^|\/)metadata\.json$/i.test(file.path)) continue;
    const all = byFolder.get(folderOf(file.path))!;
    const sounds = all.filter(({ path }) => /\.(wav|flac)$/i.test(path));
    const folder = await loreFolder(file, sounds);
    if (!folder) continue;
    jams.set(folder.jamId, [...(jams.get(folder.jamId) ?? []), folder]);
    const covers = all.filter(({ path }) => /(^|\/)cover_image\.\w+$/i.test(path));
    taken.push(file, ...sounds, ...covers);
  }
  for (const [jamId, folders] of jams) {
    const what = folders.length === 1 ? 'riff of LORE' : `${folders.length} riffs of LORE`;
    const open = () => readLoreFolders(folders);
    parts.push({ kind: 'lore', what, name: folders[0]!.jamName || jamId, jams: 1, open });
  }
};
