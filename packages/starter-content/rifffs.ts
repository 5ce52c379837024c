import type { StarterLoop, StarterRifff } from '../../src/data/contract/library.ts';
import { atVarispeed, type Varispeed } from '../../src/data/rules/arranging/scales.ts';
import { FAMILIES } from './families/index.ts';
import { CREATED_MS, CREATOR, starterId } from './output/build.ts';

/** A finished rifff: loops by name with their gains, from the inside to the outside. */
interface Mix {
  readonly title: string;
  readonly family: string;
  /** Another tempo, with the pitch that it brings along; left out, those of the family. */
  readonly varispeed?: Varispeed;
  readonly slots: readonly (readonly [name: string, gain: number])[];
}

const MIXES: readonly Mix[] = [
  {
    title: 'Ninth Bus',
    family: 'ember-street',
    slots: [
      ['Street Lamps', 0.9],
      ['Under the Stairs', 1],
      ['Chimes at One', 0.72],
      ['Window Seat', 0.95],
      ['Come Round', 0.85],
      ['Hand Over Hand', 0.8],
      ['Front Door', 1],
    ],
  },
  {
    title: 'Low Water',
    family: 'slow-tide',
    slots: [
      ['Dust Jacket', 1],
      ['Undertow', 0.95],
      ['Sea Glass', 0.55],
      ['Tell No One', 1.15],
      ['Harbour Strings', 0.7],
      ['Ebb', 1.1],
    ],
  },
  {
    title: 'Wet Glass',
    family: 'glass-rain',
    slots: [
      ['Two-step', 1.05],
      ['Culvert', 0.9],
      ['Overcast', 0.6],
      ['Gutter', 0.75],
      ['Windscreen', 1.1],
    ],
  },
  {
    title: 'Blue Kitchen',
    family: 'ember-street',
    varispeed: { bpm: 109, semitones: -2 },
    slots: [
      ['Side Step', 0.85],
      ['Loose Change', 0.5],
      ['Neon Sign', 0.8],
      ['Rubber', 1.3],
    ],
  },
  {
    title: 'Paper Lanterns',
    family: 'slow-tide',
    varispeed: { bpm: 72, semitones: -3 },
    slots: [
      ['Ballast', 1.1],
      ['Far Shore', 1.4],
      ['Pebbles', 1],
    ],
  },
  {
    title: 'Night Swim',
    family: 'glass-rain',
    varispeed: { bpm: 145, semitones: -3 },
    slots: [
      ['Underpass', 0.7],
      ['Flint', 1],
      ['Under Glass', 0.95],
      ['Telegraph', 0.6],
      ['All Clear', 1.2],
    ],
  },
  {
    title: 'Left-handed',
    family: 'ember-street',
    varispeed: { bpm: 97, semitones: -4 },
    slots: [
      ['Say It Back', 1.4],
      ['Elbow', 1],
    ],
  },
  {
    title: 'Everything at Once',
    family: 'glass-rain',
    slots: [
      ['Paper Chase', 1],
      ['Pressure', 0.95],
      ['Weather Front', 0.8],
      ['Swift', 0.65],
      ['Drizzle', 0.5],
      ['Upper Deck', 0.9],
      ['Cloudburst', 0.6],
      ['Call Sign', 0.85],
    ],
  },
  {
    title: 'Harbour Light',
    family: 'slow-tide',
    varispeed: { bpm: 91, semitones: 1 },
    slots: [
      ['Lungs', 0.6],
      ['Half Moon', 1],
      ['Low Gear', 1],
      ['Last Ferry', 0.6],
      ['Kite', 0.9],
      ['Foghorn', 0.5],
      ['Clay', 0.95],
    ],
  },
  {
    title: 'Kettle Song',
    family: 'glass-rain',
    varispeed: { bpm: 129, semitones: -5 },
    slots: [['Mobile', 1.9]],
  },
];

/** The rifffs that come with the house. Throws when a mix names a loop that is not there. */
export function starterRifffs(loops: readonly StarterLoop[]): StarterRifff[] {
  return MIXES.map((mix, i) => {
    const family = FAMILIES.find(({ id }) => id === mix.family);
    const created = CREATED_MS + 86_400_000 + i * 60_000;
    const playback = Array.from({ length: 8 }, (_, slot) => {
      const entry = mix.slots[slot];
      if (!entry) return { slot: { current: null } };
      const loop = loops.find(({ name, family: id }) => name === entry[0] && id === mix.family);
      if (!loop) throw new Error(`${mix.title} names ${entry[0]}, which is not in ${mix.family}`);
      return {
        slot: {
          current: {
            currentLoop: loop._id,
            gain: entry[1],
            on: true,
            type: 'Looper' as const,
            playbackRate: 1,
            pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
          },
        },
      };
    });
    if (!family) throw new Error(`${mix.title} names the family ${mix.family}`);
    const { bpm, root, scale } = family;
    const key = atVarispeed({ bps: bpm / 60, root, scale }, mix.varispeed);
    const id = starterId(created, `rifff/${mix.title}`);
    return {
      id,
      title: mix.title,
      rifff: {
        _id: id,
        created,
        userName: CREATOR,
        creators: [CREATOR],
        state: { barLength: 16, bps: key.bps, playback },
        loops: [],
        root: key.root,
        scale: key.scale,
      },
    };
  });
}
