/** The sixteen pads: what they are called, in the order of their rows, and which MIDI note plays them. */

interface PadName {
  readonly title: string;
  /** What every MIDI keyboard and pad controller sends for it: the sixteen notes 36 to 51, near General MIDI. */
  readonly note: number;
  /** Further notes of General MIDI percussion. */
  readonly alsoNotes?: readonly number[];
  /** A pad that sounds silences the others of its group. */
  readonly choke?: 'hats';
}

export const PADS: readonly PadName[] = [
  { title: 'Kick', note: 36, alsoNotes: [35] },
  { title: 'Snare', note: 38 },
  { title: 'Clap', note: 39 },
  { title: 'Rim', note: 37 },
  { title: 'Hat', note: 42, choke: 'hats' },
  { title: 'Open hat', note: 46, choke: 'hats' },
  { title: 'Shaker', note: 43, alsoNotes: [70, 82, 69] },
  { title: 'Tamb', note: 44, alsoNotes: [54] },
  { title: 'Low tom', note: 41 },
  { title: 'Mid tom', note: 45 },
  { title: 'High tom', note: 48 },
  { title: 'Conga', note: 40, alsoNotes: [62, 63, 64] },
  { title: 'Cowbell', note: 47, alsoNotes: [56] },
  { title: 'Clave', note: 50, alsoNotes: [75, 76] },
  { title: 'Crash', note: 49, alsoNotes: [57] },
  { title: 'Ride', note: 51, alsoNotes: [53, 59] },
];

export const PAD = {
  kick: 0,
  snare: 1,
  clap: 2,
  rim: 3,
  hat: 4,
  openHat: 5,
  shaker: 6,
  tambourine: 7,
  lowTom: 8,
  midTom: 9,
  highTom: 10,
  conga: 11,
  cowbell: 12,
  clave: 13,
  crash: 14,
  ride: 15,
} as const;

/** Pads that play percussion rather than a drum kit. */
const PERCUSSION = new Set<number>([PAD.shaker, PAD.tambourine, PAD.conga, PAD.cowbell, PAD.clave]);

/** Category of what some pads play: percussion when no drum is among them. */
export function categoryOfPads(pads: readonly number[]): 'drums' | 'perc' {
  return pads.length > 0 && pads.every((pad) => PERCUSSION.has(pad)) ? 'perc' : 'drums';
}

/** The pad that a MIDI note plays; any other note by its place among sixteen. */
export function padOfNote(note: number): number {
  const named = PADS.findIndex((pad) => pad.note === note || pad.alsoNotes?.includes(note));
  if (named >= 0) return named;
  return (((note - 36) % PADS.length) + PADS.length) % PADS.length;
}
