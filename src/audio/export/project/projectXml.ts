/**
 * The documents of a DAWproject: tracks, their mixer and clips on the grid. Source: DAWproject 1.0, Project.xsd and
 * MetaData.xsd of github.com/bitwig/dawproject. Elements stand in the order that the schemas ask for.
 */
import type { SlotEffects } from '../../../data/contract/rifff.ts';

export interface ProjectTrack {
  readonly name: string;
  /** `#RRGGBB`. */
  readonly colour: string;
  /** Linear. */
  readonly gain: number;
  readonly isOn: boolean;
  readonly effects: SlotEffects | undefined;
  /** Path of its sound in the archive. */
  readonly path: string;
  /** Quarter notes that the sound lasts. */
  readonly beats: number;
  /** Seconds that the sound lasts. */
  readonly seconds: number;
}

export interface ProjectMusic {
  readonly title: string;
  readonly makers: string;
  /** Of the whole; empty where it has none. */
  readonly licence: string;
  readonly comment: string;
  /** Beats a minute. */
  readonly bpm: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  /** Quarter notes that all clips last. */
  readonly beats: number;
  /** Linear gain of the master. */
  readonly masterGain: number;
  readonly tracks: readonly ProjectTrack[];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Text that may stand between tags and in quotes; what XML 1.0 cannot hold is left out. */
function xmlText(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (char) => entities[char]!)
  );
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

function open(name: string, attributes: Attributes): string {
  const words = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlText(`${value}`)}"`,
  );
  return `<${name}${words.join('')}`;
}

const leaf = (name: string, attributes: Attributes) => `${open(name, attributes)}/>`;
const node = (name: string, attributes: Attributes, ...children: string[]) =>
  `${open(name, attributes)}>${children.join('')}</${name}>`;

/** A metre of sixteenths as numerator and denominator: 16 is 4/4, 14 is 7/8, 15 is 15/16. */
export function timeSignature(barLength: number): { numerator: number; denominator: number } {
  const unit = barLength % 4 === 0 ? 4 : barLength % 2 === 0 ? 2 : 1;
  return { numerator: barLength / unit, denominator: 16 / unit };
}

function cuts(effects: SlotEffects | undefined, id: string): string {
  const bands = [
    ['highPass', effects?.lowCutHz],
    ['lowPass', effects?.highCutHz],
  ] as const;
  const used = bands.flatMap(([type, hz]) => (hz ? [{ type, hz }] : []));
  if (used.length === 0) return '';
  const equalizer = node(
    'Equalizer',
    { deviceName: 'EQ', deviceRole: 'audioFX', loaded: true, id: `${id}-eq`, name: 'EQ' },
    leaf('Enabled', { value: true, id: `${id}-eq-on`, name: 'On/Off' }),
    ...used.map(({ type, hz }, at) =>
      node(
        'Band',
        { type, order: 2 },
        leaf('Freq', { unit: 'hertz', value: hz, id: `${id}-eq-${at}-freq` }),
        leaf('Q', { unit: 'linear', value: Math.SQRT1_2, id: `${id}-eq-${at}-q` }),
      ),
    ),
  );
  return node('Devices', {}, equalizer);
}

function mixer(
  id: string,
  role: 'regular' | 'master',
  values: { gain: number; isOn: boolean; effects?: SlotEffects | undefined },
): string {
  const { gain, isOn, effects } = values;
  const to: Attributes = role === 'master' ? {} : { destination: 'master-channel' };
  const pan = ((effects?.pan ?? 0) + 1) / 2;
  return node(
    'Channel',
    { audioChannels: 2, ...to, role, solo: false, id: `${id}-channel` },
    cuts(effects, id),
    leaf('Mute', { value: !isOn, id: `${id}-mute`, name: 'Mute' }),
    leaf('Pan', { max: 1, min: 0, unit: 'normalized', value: pan, id: `${id}-pan`, name: 'Pan' }),
    leaf('Volume', {
      max: Math.max(2, gain),
      min: 0,
      unit: 'linear',
      value: gain,
      id: `${id}-volume`,
      name: 'Volume',
    }),
  );
}

function clip(track: ProjectTrack, id: string, beats: number): string {
  const { name, path, seconds } = track;
  const noFades = { fadeTimeUnit: 'beats', fadeInTime: 0, fadeOutTime: 0 };
  const sound = node(
    'Warps',
    { contentTimeUnit: 'seconds', timeUnit: 'beats', id: `${id}-warps` },
    node(
      'Audio',
      {
        algorithm: 'stretch',
        channels: 2,
        duration: seconds,
        sampleRate: 48_000,
        id: `${id}-audio`,
      },
      leaf('File', { path }),
    ),
    leaf('Warp', { time: 0, contentTime: 0 }),
    leaf('Warp', { time: track.beats, contentTime: seconds }),
  );
  const pass = node(
    'Clip',
    { time: 0, duration: track.beats, contentTimeUnit: 'beats', playStart: 0, ...noFades },
    sound,
  );
  return node(
    'Clip',
    {
      name,
      time: 0,
      duration: beats,
      contentTimeUnit: 'beats',
      playStart: 0,
      loopStart: 0,
      loopEnd: track.beats,
      ...noFades,
    },
    node('Clips', { id: `${id}-passes` }, pass),
  );
}

/** `project.xml`: a track a slot, a clip on each that goes round from the one to the end. */
export function projectXml(music: ProjectMusic): string {
  const { bpm, barLength, beats, masterGain, tracks } = music;
  const id = (at: number) => `track-${at + 1}`;
  const structure = tracks.map((track, at) =>
    node(
      'Track',
      { contentType: 'audio', loaded: true, id: id(at), name: track.name, color: track.colour },
      mixer(id(at), 'regular', track),
    ),
  );
  const master = node(
    'Track',
    { contentType: 'audio notes', loaded: true, id: 'master', name: 'Master' },
    mixer('master', 'master', { gain: masterGain, isOn: true }),
  );
  const lanes = tracks.map((track, at) =>
    node(
      'Lanes',
      { track: id(at), id: `${id(at)}-lanes` },
      node('Clips', { id: `${id(at)}-clips` }, clip(track, id(at), beats)),
    ),
  );
  const project = node(
    'Project',
    { version: '1.0' },
    leaf('Application', { name: 'Rondo', version: '1' }),
    node(
      'Transport',
      {},
      leaf('Tempo', { max: 999, min: 10, unit: 'bpm', value: bpm, id: 'tempo', name: 'Tempo' }),
      leaf('TimeSignature', { ...timeSignature(barLength), id: 'metre' }),
    ),
    node('Structure', {}, ...structure, master),
    node(
      'Arrangement',
      { id: 'arrangement' },
      node('Lanes', { timeUnit: 'beats', id: 'lanes' }, ...lanes),
    ),
    '<Scenes/>',
  );
  return `${HEAD}\n${project}\n`;
}

/** `metadata.xml`. */
export function metadataXml({ title, makers, licence, comment }: ProjectMusic): string {
  const words = [
    ['Title', title],
    ['Artist', makers],
    ['Copyright', licence],
    ['Comment', comment],
  ] as const;
  const said = words.filter(([name, text]) => name !== 'Copyright' || text !== '');
  const elements = said.map(([name, text]) => `<${name}>${xmlText(text)}</${name}>`);
  return `${HEAD}\n<MetaData>${elements.join('')}</MetaData>\n`;
}
