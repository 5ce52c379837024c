/**
 * Names of stem folders, one folder for a rifff: "0001 Night bus - A minor Stems", and in it
 * "1 - mia - Dust Kit - 120BPM - 2021-05-03-14-07.wav". Source: what Endlesss Studio writes; number and key of the
 * folder are ours. The time says no zone: it is UTC where we write it and is read as UTC.
 */
import { keyName, ROOTS, SCALES } from '../../contract/scales.ts';
import { fileText } from './exportNames.ts';

/** What the name of a stem says. */
export interface StemFacts {
  /** As it stands in the name; 1 to 8. */
  readonly slot: number;
  /** Is it of the better of two qualities? */
  readonly isHq: boolean;
  readonly author: string;
  /** Preset, or name of the loop. */
  readonly name: string;
  readonly bpm: number;
  /** Milliseconds since the epoch, whole minutes; null where the name holds no such time. */
  readonly created: number | null;
}

/** A dash with spaces parts the name, so none stands inside a part. */
const partText = (text: string, otherwise: string) =>
  fileText(text, otherwise).replace(/(^|\s)-(?=\s|$)/g, '$1–');

/** Beats a minute as short as they are exact: two decimals where those are within a frame of it. */
export function stemBpm(bps: number): number {
  const bpm = bps * 60;
  const short = Math.round(bpm * 100) / 100;
  return Math.abs(short - bpm) < 1e-4 ? short : Math.round(bpm * 1e6) / 1e6;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Name of a stem with its ending. */
export function stemFileName(facts: StemFacts, ending = 'wav'): string {
  const at = new Date(facts.created ?? 0);
  const time = [
    String(at.getUTCFullYear()).padStart(4, '0'),
    ...[at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()].map(two),
  ].join('-');
  const parts = [
    `${facts.slot}${facts.isHq ? ' HQ' : ''}`,
    partText(facts.author, 'unknown'),
    partText(facts.name, 'Loop'),
    `${facts.bpm}BPM`,
    time,
  ];
  return `${parts.join(' - ')}.${ending}`;
}

const FILE =
  /^(\d{1,2})( HQ)? - (.*?) - (.*) - (\d{1,4}(?:\.\d{1,9})?)BPM - (\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)(?: ?\(\d+\))?\.(?:wav|aiff?|flac|ogg)$/i;

/** What a name says, or null where it is not named so. */
export function readStemName(name: string): StemFacts | null {
  const found = FILE.exec(name.normalize('NFC'));
  if (!found) return null;
  const [, slot, hq, author, title, bpm, ...time] = found;
  const [year, month, day, hour, minute] = time.map(Number);
  const at = Date.UTC(year!, month! - 1, day!, hour!, minute!);
  const isTime =
    month! >= 1 && month! <= 12 && day! >= 1 && day! <= 31 && hour! < 24 && minute! < 60;
  return {
    slot: Number(slot),
    isHq: hq !== undefined,
    author: author!.trim(),
    name: title!.trim(),
    bpm: Number(bpm),
    created: isTime && at >= 0 ? at : null,
  };
}

/** What the name of a folder says. */
export interface StemFolderFacts {
  /** Place among the folders of a jam, from 1; null where it has none. */
  readonly number: number | null;
  readonly title: string;
  /** Null where the name holds no key. */
  readonly key: { readonly root: number; readonly scale: number } | null;
}

/** Name of the folder of a rifff. */
export function stemFolderName({ number, title, key }: StemFolderFacts): string {
  const front = number === null ? '' : `${String(number).padStart(4, '0')} `;
  const said = key ? ` - ${keyName(key.root, key.scale)}` : '';
  return `${front}${partText(title, 'Rifff')}${said} Stems`;
}

function keyOf(text: string): StemFolderFacts['key'] {
  const [, note, name] = /^([A-G][b#]?) (.+)$/.exec(text) ?? [];
  const root = ROOTS.indexOf(note as (typeof ROOTS)[number]);
  const scale = SCALES.findIndex((one) => one.name.toLowerCase() === name?.toLowerCase());
  return root < 0 || scale < 0 ? null : { root, scale };
}

/** What the name of a folder says; null where it does not end in "Stems". */
export function readStemFolder(name: string): StemFolderFacts | null {
  const [, front, inner] = /^(?:(\d{4,}) )?(.+?) Stems$/i.exec(name.normalize('NFC')) ?? [];
  if (inner === undefined) return null;
  const at = inner.lastIndexOf(' - ');
  const key = at > 0 ? keyOf(inner.slice(at + 3)) : null;
  return {
    number: front === undefined ? null : Number(front),
    title: (key ? inner.slice(0, at) : inner).trim(),
    key,
  };
}
