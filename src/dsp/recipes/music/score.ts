/** The two small notations in which the loops are written. */

const LETTERS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** MIDI number of a name such as `Eb3` or `F#4` (C4 is 60). Throws on anything else. */
export function noteNumber(name: string): number {
  const match = /^([A-G])([b#]?)(-?\d)$/.exec(name);
  if (!match) throw new Error(`"${name}" is not a note`);
  const shift = match[2] === 'b' ? -1 : match[2] === '#' ? 1 : 0;
  return LETTERS[match[1]!]! + shift + 12 * (Number(match[3]) + 1);
}

export interface PatternHit {
  readonly step: number;
  /** 0..1. */
  readonly velocity: number;
}

/** Reads a drum pattern; see `beat`. Throws on an unknown sign. */
export function parsePattern(pattern: string): { hits: PatternHit[]; length: number } {
  const signs = pattern.replace(/[\s|]/g, '');
  const hits: PatternHit[] = [];
  [...signs].forEach((sign, step) => {
    if (sign === '.') return;
    if (sign === 'r') {
      hits.push({ step, velocity: 0.45 }, { step: step + 0.5, velocity: 0.6 });
      return;
    }
    if (sign === 't') {
      for (let i = 0; i < 3; i++) hits.push({ step: step + i / 3, velocity: 0.4 + 0.12 * i });
      return;
    }
    if (!/[1-9]/.test(sign)) throw new Error(`"${sign}" is not a sign of a pattern`);
    hits.push({ step, velocity: Number(sign) / 9 });
  });
  return { hits, length: signs.length };
}

export interface LineEvent {
  readonly midis: readonly number[];
  readonly step: number;
  readonly length: number;
  /** 0..1. */
  readonly velocity: number;
  readonly label: string;
  readonly slide: boolean;
}

/** Reads a melodic line; see `line`. Throws on what is not a note. */
export function parseLine(score: string): LineEvent[] {
  return score
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [names = '', step = '0', length = '1', velocity = '7', label = ''] = part.split(/\s+/);
      const slide = names.startsWith('~');
      const midis = names.replace('~', '').split('+').map(noteNumber);
      return {
        midis,
        step: Number(step),
        length: Number(length),
        velocity: Number(velocity) / 9,
        label,
        slide,
      };
    });
}
