/**
 * What a DAWproject says: tempo, metre, tracks with their mixer, and which sound each of them begins with. Source:
 * DAWproject 1.0, Project.xsd and MetaData.xsd of github.com/bitwig/dawproject.
 */
import { all, type Element, number, one, readXml, word } from './xml.ts';

/** Some seconds of a file as some beats of the music. */
export interface ProjectClip {
  readonly path: string;
  readonly name: string;
  readonly startSec: number;
  /** Null where the file says it: to its end. */
  readonly endSec: number | null;
  /** Quarter notes; null where the seconds say it. */
  readonly beats: number | null;
}

export interface ProjectTrack {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  /** Linear. */
  readonly gain: number;
  readonly isOn: boolean;
  /** −1 to 1. */
  readonly pan: number;
  readonly lowCutHz: number | null;
  readonly highCutHz: number | null;
}

/** Clips that sound together, by the id of their track. */
export interface ProjectScene {
  readonly name: string;
  readonly clips: ReadonlyMap<string, ProjectClip>;
}

export interface ProjectFile {
  readonly bpm: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  readonly tracks: readonly ProjectTrack[];
  readonly scenes: readonly ProjectScene[];
}

function gainOf(volume: Element | undefined): number {
  const value = number(volume, 'value') ?? 1;
  const linear = word(volume, 'unit') === 'decibel' ? 10 ** (value / 20) : value;
  return Math.min(16, Math.max(0, linear));
}

/** The corner of a filter in an equaliser of a channel; null where there is none. */
function cutOf(channel: Element | undefined, type: string): number | null {
  const bands = all(one(channel, 'Devices'), 'Equalizer').flatMap((eq) => all(eq, 'Band'));
  const band = bands.find((each) => word(each, 'type') === type);
  const hz = number(one(band, 'Freq'), 'value');
  return hz !== null && hz >= 20 && hz <= 20_000 ? hz : null;
}

function trackOf(track: Element): ProjectTrack {
  const channel = one(track, 'Channel');
  const pan = number(one(channel, 'Pan'), 'value') ?? 0.5;
  return {
    id: word(track, 'id'),
    name: word(track, 'name'),
    colour: word(track, 'color'),
    gain: gainOf(one(channel, 'Volume')),
    isOn: word(one(channel, 'Mute'), 'value') !== 'true',
    pan: Math.min(1, Math.max(-1, 2 * pan - 1)),
    lowCutHz: cutOf(channel, 'highPass'),
    highCutHz: cutOf(channel, 'lowPass'),
  };
}

/** Tracks of a structure, those of groups after them; the master plays no clips. */
function tracksIn(structure: Element | undefined): ProjectTrack[] {
  return all(structure, 'Track').flatMap((track) => {
    const isMaster = word(one(track, 'Channel'), 'role') === 'master';
    return isMaster ? tracksIn(track) : [trackOf(track), ...tracksIn(track)];
  });
}

/** Seconds and beats of a sound that is bent: those of its first and last warp. */
interface Bend {
  readonly path: string;
  readonly seconds: number | null;
  /** Seconds of the file at a beat of the clip; null where the clip counts seconds. */
  readonly secAt: ((beat: number) => number) | null;
}

function bendOf(clip: Element): Bend | null {
  const warps = one(clip, 'Warps');
  const audio = one(warps, 'Audio') ?? one(clip, 'Audio');
  const path = word(one(audio, 'File'), 'path');
  if (!audio || !path) return null;
  const seconds = number(audio, 'duration');
  const points = all(warps, 'Warp').flatMap((warp) => {
    const [beat, sec] = [number(warp, 'time'), number(warp, 'contentTime')];
    return beat === null || sec === null ? [] : [{ beat, sec }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last.beat <= first.beat) return { path, seconds, secAt: null };
  const perBeat = (last.sec - first.sec) / (last.beat - first.beat);
  return { path, seconds, secAt: (beat) => first.sec + (beat - first.beat) * perBeat };
}

/** What a clip goes round, in what it counts: its loop where it has one, else what it plays. */
function spanOf(clip: Element): { from: number; to: number | null } {
  const from = number(clip, 'loopStart') ?? number(clip, 'playStart') ?? 0;
  const to = number(clip, 'loopEnd') ?? number(clip, 'playStop');
  const duration = number(clip, 'duration');
  return { from, to: to ?? (duration === null ? null : from + duration) };
}

/** The sound that a clip plays: its own, or that of the first clip inside it. */
function soundOf(clip: Element, bpm: number, depth = 0): ProjectClip | null {
  const inner = all(one(clip, 'Clips'), 'Clip');
  const name = word(clip, 'name');
  if (inner.length > 0 && depth < 4) {
    const [first] = inner;
    const sound = first && soundOf(first, bpm, depth + 1);
    const { from, to } = spanOf(clip);
    // A clip that goes round another one from its beginning to its end is that one.
    if (!sound || to === null || sound.beats === null) return sound ? { ...sound, name } : null;
    const beats = Math.min(sound.beats, to - from);
    const isWhole = from === 0 && Math.abs(beats - sound.beats) < 1e-6;
    if (isWhole || sound.endSec === null) return { ...sound, name: name || sound.name };
    const perBeat = (sound.endSec - sound.startSec) / sound.beats;
    const startSec = sound.startSec + from * perBeat;
    return { ...sound, name, startSec, endSec: startSec + beats * perBeat, beats };
  }
  const bend = bendOf(clip);
  if (!bend) return null;
  const { from, to } = spanOf(clip);
  const { path, seconds, secAt } = bend;
  if (secAt && to !== null && to > from) {
    return { path, name, startSec: secAt(from), endSec: secAt(to), beats: to - from };
  }
  // What it plays is in its own unit; how long it lasts is in beats of the music.
  const unit = word(clip, 'contentTimeUnit') === 'seconds' ? 1 : 60 / bpm;
  const startSec = from * unit;
  const end = number(clip, 'loopEnd') ?? number(clip, 'playStop');
  const duration = number(clip, 'duration');
  const lastSec = duration === null ? seconds : startSec + (duration * 60) / bpm;
  return { path, name, startSec, endSec: end === null ? lastSec : end * unit, beats: null };
}

/** The first clip with a sound of every track below some lanes. */
function firstClips(
  lanes: Element | undefined,
  bpm: number,
  track = '',
  found = new Map<string, { time: number; clip: ProjectClip }>(),
) {
  if (!lanes) return found;
  const own = word(lanes, 'track') || track;
  for (const clips of all(lanes, 'Clips')) {
    const on = word(clips, 'track') || own;
    for (const clip of all(clips, 'Clip')) {
      const time = number(clip, 'time') ?? 0;
      const before = found.get(on);
      if (before && before.time <= time) continue;
      const sound = soundOf(clip, bpm);
      if (sound) found.set(on, { time, clip: sound });
    }
  }
  for (const slot of all(lanes, 'ClipSlot')) {
    const on = word(slot, 'track') || own;
    const clip = one(slot, 'Clip');
    const sound = clip && soundOf(clip, bpm);
    if (sound && !found.has(on)) found.set(on, { time: 0, clip: sound });
  }
  for (const inner of all(lanes, 'Lanes')) firstClips(inner, bpm, own, found);
  return found;
}

function sceneOf(element: Element | undefined, name: string, bpm: number): ProjectScene {
  const clips = new Map<string, ProjectClip>();
  for (const [track, { clip }] of firstClips(element, bpm)) clips.set(track, clip);
  return { name, clips };
}

/**
 * Reads `project.xml`.
 * @throws Error with a sentence for people
 */
export function readProject(text: string): ProjectFile {
  const project = one(readXml(text), 'Project');
  if (!project) throw new Error('it is no project');
  const transport = one(project, 'Transport');
  const bpm = number(one(transport, 'Tempo'), 'value') ?? 120;
  const metre = one(transport, 'TimeSignature');
  const beats = number(metre, 'numerator') ?? 4;
  const unit = number(metre, 'denominator') ?? 4;
  const barLength = Math.round((16 * beats) / unit);
  const scenes = all(one(project, 'Scenes'), 'Scene')
    .map((scene) => sceneOf(scene, word(scene, 'name'), bpm))
    .filter(({ clips }) => clips.size > 0);
  const start = sceneOf(one(project, 'Arrangement'), '', bpm);
  return {
    bpm,
    barLength: barLength >= 1 && barLength <= 64 ? barLength : 16,
    tracks: tracksIn(one(project, 'Structure')),
    scenes: scenes.length > 0 ? scenes : start.clips.size > 0 ? [start] : [],
  };
}
