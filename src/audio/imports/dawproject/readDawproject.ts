/** Reads a DAWproject: a rifff for every scene that has sound, or one for the beginning of the arrangement. */
import { CATEGORIES } from '../../../data/contract/categories.ts';
import { MAX_BPS, MIN_BPS } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlaybackSlot } from '../../../data/contract/rifff.ts';
import { readFileName } from '../../../data/rules/recording/fileName.ts';
import type { Finder } from '../files/finder.ts';
import { fileOf, idOf, nameText, personName } from '../files/names.ts';
import { MAX_SOUND_BYTES, plainSound, type SoundFacts } from '../files/soundFacts.ts';
import { jamSource, type Reached, skipped } from '../files/source.ts';
import { unzip, type ZipFile, zipFiles } from '../files/zipFiles.ts';
import type { JamSource, SourceFile, SourceItem } from '../JamSource.ts';
import { playing, rifffOfSlots } from '../stems/stemLoops.ts';
import {
  type ProjectClip,
  type ProjectScene,
  type ProjectTrack,
  readProject,
} from './projectFile.ts';
import { readXml, textOf } from './xml.ts';

/** Of `project.xml`; a song of an hour has some hundred thousand. */
const MAX_XML_BYTES = 16 * 1024 * 1024;
const SLOTS = 8;
/** A loop goes round; what is longer is a piece of music. */
const MAX_BARS = 64;

const textIn = async (blob: Blob) =>
  new TextDecoder().decode(new Uint8Array(await blob.arrayBuffer()));

const baseOf = (path: string) => fileOf(path).replace(/\.[^.]*$/, '');

interface Opened {
  readonly blob: Blob;
  readonly path: string;
  readonly files: ReadonlyMap<string, ZipFile>;
}

interface Named {
  readonly title: string;
  readonly maker: string;
}

/** Title and maker, as far as `metadata.xml` says them. */
async function namesOf({ blob, path, files }: Opened): Promise<Named> {
  const otherwise = { title: readFileName(path).title, maker: 'unknown' };
  const file = files.get('metadata.xml');
  if (!file) return otherwise;
  try {
    const xml = readXml(await textIn(await unzip(blob, file, MAX_XML_BYTES)));
    const title = nameText(textOf(xml, 'MetaData', 'Title'), 60, otherwise.title);
    // One line for everybody behind it.
    const maker = textOf(xml, 'MetaData', 'Artist').split(',')[0];
    return { title, maker: maker ? personName(maker) : otherwise.maker };
  } catch {
    return otherwise;
  }
}

/** What a track is: by the colour that we give it, else by its name. */
function categoryOf({ colour, name }: ProjectTrack): string {
  const own = Object.values(CATEGORIES).find(
    ({ ink, slug }) =>
      slug !== '?' && slug !== 'audio' && ink.toLowerCase() === colour.toLowerCase(),
  );
  return own?.slug ?? readFileName(name).category ?? '?';
}

/** "1 Bass – Deep" is called Deep. */
const loopName = ({ name }: ProjectTrack) =>
  nameText(/^\d \S+ – (.+)$/.exec(name)?.[1] ?? name, 120, 'Loop');

/** How much of a file a clip plays, as a whole number of sixteenths. */
function lengthOf(clip: ProjectClip, facts: SoundFacts, bps: number, barLength: number) {
  const fileSec = facts.frames / facts.sampleRate;
  const startSec = Math.min(Math.max(0, clip.startSec), fileSec);
  const endSec = clip.endSec === null ? fileSec : Math.max(startSec, clip.endSec);
  const exact = clip.beats === null ? (endSec - startSec) * bps * 4 : clip.beats * 4;
  const whole = Math.max(1, Math.round(exact));
  const length16ths = Math.min(whole, MAX_BARS * barLength);
  // What is bent is at the tempo at which it is as long as it is in the file.
  const own = clip.beats === null ? bps : exact / (4 * (endSec - startSec));
  return { startSec, length16ths, bps: own, isCut: length16ths < whole };
}

function slotOf(track: ProjectTrack, loopId: string): PlaybackSlot {
  const { pan, lowCutHz, highCutHz, gain, isOn } = track;
  const effects = {
    ...(pan !== 0 && { pan }),
    ...(lowCutHz !== null && { lowCutHz }),
    ...(highCutHz !== null && { highCutHz }),
  };
  const hasEffects = Object.keys(effects).length > 0;
  return playing(loopId, { gain, on: isOn, ...(hasEffects && { effects }) });
}

interface Desk extends Opened {
  readonly maker: string;
  readonly bps: number;
  readonly barLength: number;
  readonly created: number;
}

/** The loop of a clip, or why there is none. */
async function loopOf(desk: Desk, track: ProjectTrack, clip: ProjectClip) {
  const { blob, files, bps, barLength, maker, created } = desk;
  const file = files.get(clip.path);
  if (!file) return 'its sound is not in the project';
  try {
    const sound = async () => unzip(blob, file, MAX_SOUND_BYTES);
    const { facts } = await plainSound(await sound());
    const length = lengthOf(clip, facts, bps, barLength);
    if (!(length.bps >= MIN_BPS && length.bps <= MAX_BPS)) return 'its tempo is no tempo';
    const startOffsetSamples = Math.round(length.startSec * facts.sampleRate);
    const key = [desk.path, blob.size, clip.path, startOffsetSamples, length.length16ths].join('/');
    const loop: Loop = {
      _id: await idOf(`dawproject/${key}`),
      name: loopName(track),
      creatorUserName: maker,
      created,
      startOffsetSamples,
      barLength,
      length16ths: length.length16ths,
      bps: length.bps,
      sampleRate: facts.sampleRate,
      category: categoryOf(track),
    };
    return { loop, isCut: length.isCut, sound: async () => ({ file: await sound() }) };
  } catch (error) {
    return (error as Error).message;
  }
}

interface Said {
  readonly jamId: string;
  readonly parent: string | null;
  readonly index: number;
  /** Ids of loops that came already. */
  readonly sent: Set<string>;
}

async function* sceneItems(
  desk: Desk,
  tracks: readonly ProjectTrack[],
  scene: ProjectScene,
  said: Said,
): AsyncGenerator<SourceItem, string | null> {
  const { jamId, parent, index, sent } = said;
  const slots: PlaybackSlot[] = [];
  for (const track of tracks) {
    const clip = scene.clips.get(track.id);
    if (!clip) continue;
    const what = `track “${nameText(track.name, 60, track.id)}”`;
    if (slots.length === SLOTS) {
      yield skipped(what, 'a rifff has eight slots');
      continue;
    }
    const made = await loopOf(desk, track, clip);
    if (typeof made === 'string') {
      yield skipped(what, made);
      continue;
    }
    const { loop, isCut, sound } = made;
    if (isCut) yield skipped(`the end of ${what}`, `a loop has ${MAX_BARS} bars at most`);
    if (!sent.has(loop._id)) yield { kind: 'loop', loop, sound };
    sent.add(loop._id);
    slots.push(slotOf(track, loop._id));
  }
  if (slots.length === 0) return null;
  const { root = 0, scale = 0 } = readFileName(desk.path);
  const { bps, barLength, created, maker } = desk;
  const id = await idOf(`dawproject/${desk.path}/${desk.blob.size}/${index}`);
  const about = { _id: id, created: created + index, userName: maker, root, scale };
  const rifff = rifffOfSlots({ ...about, jamId, parent, bps, barLength }, slots);
  yield { kind: 'rifff', rifff };
  return id;
}

async function* walk(file: SourceFile, reached: Reached): AsyncGenerator<SourceItem, void> {
  const { blob, path } = file;
  const opened = { blob, path: baseOf(path), files: await zipFiles(blob) };
  const xml = opened.files.get('project.xml');
  if (!xml) throw new Error('there is no project.xml in it');
  const project = readProject(await textIn(await unzip(blob, xml, MAX_XML_BYTES)));
  const { title, maker } = await namesOf(opened);
  const created = Math.max(0, xml.written || 0);
  const bps = project.bpm / 60;
  if (!(bps >= MIN_BPS && bps <= MAX_BPS)) throw new Error(`${project.bpm} bpm are no tempo`);
  const jamId = await idOf(`dawproject/${opened.path}/${blob.size}`);
  const { barLength } = project;
  const jam = { id: jamId, name: title, description: '', created, barLength };
  yield { kind: 'jam', from: 'dawproject', origin: 'DAWproject', jam };
  yield { kind: 'person', person: { id: maker, displayName: maker } };
  const desk: Desk = { ...opened, maker, bps, barLength, created };
  const sent = new Set<string>();
  let parent: string | null = null;
  for (const [index, scene] of project.scenes.entries()) {
    const said: Said = { jamId, parent, index, sent };
    parent = (yield* sceneItems(desk, project.tracks, scene, said)) ?? parent;
    reached((blob.size * (index + 1)) / project.scenes.length);
  }
  const played = new Set(project.scenes.flatMap(({ clips }) => [...clips.keys()]));
  for (const { id, name } of project.tracks.filter((track) => !played.has(track.id))) {
    yield skipped(`track “${nameText(name, 60, id)}”`, 'it has no clip with sound');
  }
  if (parent === null) yield skipped(title, 'nothing in it can be played');
}

/** A DAWproject as a source. @returns a source whose walk throws Error with a sentence where it is none */
export function readDawproject(file: SourceFile): JamSource {
  return jamSource(file.blob.size, (reached) => walk(file, reached));
}

/** Finds projects: archives with a `project.xml`, whatever they are called. */
export const dawprojectFinder: Finder = async (files, { parts, taken, unknown }) => {
  for (const file of files) {
    if (!/\.(dawproject|zip)$/i.test(file.path)) continue;
    const isNamed = /\.dawproject$/i.test(file.path);
    try {
      const isProject = (await zipFiles(file.blob)).has('project.xml');
      if (!isProject && !isNamed) continue;
      if (!isProject) throw new Error('there is no project.xml in it');
      const name = baseOf(file.path);
      const open = () => readDawproject(file);
      parts.push({ kind: 'dawproject', what: 'DAWproject', name, jams: 1, open });
      taken.push(file);
    } catch (error) {
      if (isNamed) unknown.push({ path: file.path, reason: (error as Error).message });
    }
  }
};
