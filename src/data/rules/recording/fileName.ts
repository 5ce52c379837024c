/** What the name of a sound file says: tempo, key, bars, kind, place in an order, and what is left as its title. */
import type { CategorySlug } from '../../contract/categories.ts';
import { ROOTS } from '../../contract/scales.ts';

export interface FileNameFacts {
  /** What is left of the name, for people; never empty. */
  readonly title: string;
  /** Number in front of it, as stems have. */
  readonly order?: number;
  readonly bpm?: number;
  readonly bars?: number;
  /** 0 to 11, 0 is C. */
  readonly root?: number;
  /** Index into `SCALES`: 0 major, 5 minor. Only together with `root`. */
  readonly scale?: number;
  readonly category?: CategorySlug;
}

const MIN_BPM = 50;
const MAX_BPM = 240;
const MAX_TITLE = 60;
const MAJOR = 0;
const MINOR = 5;

/** Words of each kind, the most telling kinds first: "bass drum" is drums, "vocal chop fx" is vocals. */
const WORDS: readonly (readonly [CategorySlug, RegExp])[] = [
  ['drums', /^(drums?|kicks?|snares?|beats?|breaks?|breakbeat|kit|drumloop|bd|sd)$/],
  [
    'perc',
    /^(perc|percs|percussion|hats?|hihats?|hh|shakers?|congas?|bongos?|claps?|tambourine|tamb|rim|rims|cymbals?|toms?|top|tops)$/,
  ],
  ['bass', /^(bass|basses|bassline|sub|808|reese)$/],
  ['vocals', /^(vocals?|vox|voices?|choir|acapella|acappella|sing|rap|adlibs?|bv|bvs|bgv)$/],
  ['pads', /^(pads?|strings?|drones?|ambien(t|ce)|atmos|atmosphere|texture)$/],
  ['chords', /^(chords?|piano|keys|rhodes|organ|stabs?|guitars?|gtr|wurli|ep)$/],
  ['leads', /^(leads?|melody|melodies|mel|arps?|plucks?|synths?|bells?|brass|sax|flute|horns?)$/],
  ['fx', /^(fx|sfx|risers?|noise|impacts?|sweeps?|foley|transitions?|downlifter|uplifter)$/],
];

const KEY =
  /(?<![\p{L}\p{N}#♯♭])([A-G])([#♯b♭]?)[ _-]?(major|minor|maj|min|m(?!\p{L}))?(?![\p{L}\p{N}#♯♭])/gu;

/** Semitones of the flats and sharps that `ROOTS` writes another way. */
function rootOf(letter: string, accidental: string): number {
  const natural = ROOTS.indexOf(letter as (typeof ROOTS)[number]);
  const shift = accidental === '' ? 0 : /[#♯]/.test(accidental) ? 1 : -1;
  return (natural + shift + 12) % 12;
}

/** Text out of which what has been read is taken, so that it is not read twice. */
class Reading {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text);
    if (found) this.remove(found.index, found[0].length);
    return found;
  }

  remove(at: number, length: number): void {
    this.text = `${this.text.slice(0, at)} ${this.text.slice(at + length)}`;
  }
}

const asBpm = (digits: string | undefined): number | undefined => {
  const bpm = Number(digits?.replace(',', '.'));
  return bpm >= MIN_BPM && bpm <= MAX_BPM ? bpm : undefined;
};

function readBpm(reading: Reading): number | undefined {
  const before = reading.take(/(?<![\d.,])(\d{2,3}(?:[.,]\d{1,3})?)[ _-]*bpm(?![A-Za-z])/i);
  const said = before ?? reading.take(/(?<![A-Za-z])bpm[ _-]*(\d{2,3}(?:[.,]\d{1,3})?)(?!\d)/i);
  return said ? asBpm(said[1]) : undefined;
}

/** A number that stands alone and could be a tempo. */
function readBareBpm(reading: Reading): number | undefined {
  const found = /(?<![A-Za-z\d.,#])(\d{2,3}(?:\.\d{1,2})?)(?![A-Za-z\d.,])/.exec(reading.text);
  const bpm = found && asBpm(found[1]);
  if (!found || !bpm || bpm < 60 || found[1] === '808' || found[1] === '909') return undefined;
  reading.remove(found.index, found[0].length);
  return bpm;
}

function readBars(reading: Reading): number | undefined {
  const bars = reading.take(/(?<!\d)(\d{1,2})[ _-]*bars?(?![A-Za-z])/i);
  if (bars) return Number(bars[1]) || undefined;
  const beats = reading.take(/(?<!\d)(\d{1,3})[ _-]*beats(?![A-Za-z])/i);
  const count = Number(beats?.[1]) / 4;
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

function readKey(reading: Reading, isTrusted: boolean) {
  const keys = [...reading.text.matchAll(KEY)];
  // A letter alone is a key only in a name that speaks of tempo too, "Take A" does not; and only when nothing says
  // more, then the last: the letter in front of "A day in Gm" is a word.
  const found =
    keys.find(([, , , quality]) => quality) ??
    keys.find(([, , accidental]) => accidental) ??
    (isTrusted ? keys.at(-1) : undefined);
  if (found) {
    const [whole, letter, accidental, quality] = found;
    reading.remove(found.index, whole.length);
    const isMinor = quality?.startsWith('mi') || quality === 'm';
    return {
      root: rootOf(letter!, accidental ?? ''),
      // Without a word for it a key is left as major and minor both read: by its root alone.
      ...(quality && { scale: isMinor ? MINOR : MAJOR }),
    };
  }
  return {};
}

function categoryIn(text: string): CategorySlug | undefined {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/hi[- _]hat/g, 'hihat')
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\d)/u)
    .filter(Boolean);
  return WORDS.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

function titleIn(text: string, category: CategorySlug | undefined): string {
  const title = text
    .replace(/[_]+/g, ' ')
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(^|\s)[-–,.]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE)
    .trim();
  return title || (category ? category[0]!.toUpperCase() + category.slice(1) : 'Untitled');
}

/**
 * Reads the name of a sound file, with or without its folder.
 * "Bass 120bpm Am 4 bars.wav", "120_Cmin_pad.aif" and "01 Drums.wav" say all that they can.
 */
export function readFileName(path: string): FileNameFacts {
  // Some systems write an ä as an a with a mark.
  const name = path.split(/[\\/]/).at(-1)!.normalize('NFC');
  const reading = new Reading(name.replace(/\.[A-Za-z0-9]{1,5}$/, ''));
  const bars = readBars(reading);
  const category = categoryIn(reading.text);
  const said = readBpm(reading);
  // A number in front is a place in an order unless it could be a tempo; with a nought in front always.
  const front = /^\s*(\d{1,3})(?=[\s._-]+\S|\s*$)[\s._-]*/.exec(reading.text);
  const isOrder = front && (front[1]!.startsWith('0') || Number(front[1]) < 60 || said);
  if (isOrder) reading.remove(0, front[0].length);
  const bpm = said ?? readBareBpm(reading);
  const key = readKey(reading, bpm !== undefined);
  return {
    title: titleIn(reading.text, category),
    ...(isOrder && { order: Number(front[1]) }),
    ...(bpm !== undefined && { bpm }),
    ...(bars !== undefined && { bars }),
    ...key,
    ...(category && { category }),
  };
}

/** Names in the order of their numbers, then as people count: 2 before 10. */
export function inFileOrder<T>(files: readonly T[], nameOf: (file: T) => string): T[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return [...files].sort((a, b) => {
    const before = readFileName(nameOf(a)).order ?? Number.POSITIVE_INFINITY;
    const after = readFileName(nameOf(b)).order ?? Number.POSITIVE_INFINITY;
    if (before !== after) return before - after;
    return collator.compare(nameOf(a), nameOf(b));
  });
}

/** Titles without the words that all of them begin with: the name of a song before the name of each stem. */
export function withoutCommonWords(titles: readonly string[]): string[] {
  if (titles.length < 3) return [...titles];
  const words = titles.map((title) => title.split(' '));
  let common = 0;
  while (words.every((list) => list.length > common + 1 && list[common] === words[0]![common])) {
    common += 1;
  }
  return words.map(
    (list) =>
      list
        .slice(common)
        .join(' ')
        .replace(/^[-–]\s*/, '') || list.join(' '),
  );
}
