import type { StarterRifff } from '../../src/data/contract/library.ts';
import type { StarterLoop } from '../../src/data/contract/starter.ts';
import { FAMILIES } from './families/index.ts';
import { CREATED_MS, CREATOR, starterId } from './output/build.ts';

/** A finished rifff: loops by name with their gains, from the inside to the outside. */
interface Mix {
  readonly title: string;
  readonly family: string;
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
      ['Ebb', 0.9],
      ['Undertow', 1],
      ['Harbour Strings', 0.85],
      ['Tell No One', 0.95],
      ['Sea Glass', 0.7],
      ['Dust Jacket', 1],
    ],
  },
  {
    title: 'Wet Glass',
    family: 'glass-rain',
    slots: [
      ['Overcast', 0.9],
      ['Culvert', 1],
      ['Windscreen', 0.85],
      ['Gutter', 0.75],
      ['Two-step', 1],
    ],
  },
  {
    title: 'Blue Kitchen',
    family: 'ember-street',
    slots: [
      ['Rubber', 1],
      ['Neon Sign', 0.9],
      ['Loose Change', 0.85],
      ['Side Step', 1],
    ],
  },
  {
    title: 'Paper Lanterns',
    family: 'slow-tide',
    slots: [
      ['Far Shore', 0.85],
      ['Ballast', 1],
      ['Pebbles', 0.9],
      ['Slow Clap', 1],
    ],
  },
  {
    title: 'Night Swim',
    family: 'glass-rain',
    slots: [
      ['Underpass', 0.9],
      ['Under Glass', 1],
      ['All Clear', 0.95],
      ['Telegraph', 0.75],
      ['Flint', 0.95],
    ],
  },
  {
    title: 'Left-handed',
    family: 'ember-street',
    slots: [
      ['Elbow', 1],
      ['Say It Back', 0.9],
      ['Back Room', 1],
    ],
  },
  {
    title: 'Everything at Once',
    family: 'glass-rain',
    slots: [
      ['Weather Front', 0.8],
      ['Pressure', 0.95],
      ['Upper Deck', 0.75],
      ['Swift', 0.8],
      ['Call Sign', 0.7],
      ['Cloudburst', 0.7],
      ['Drizzle', 0.75],
      ['Paper Chase', 1],
    ],
  },
  {
    title: 'Harbour Light',
    family: 'slow-tide',
    slots: [
      ['Lungs', 0.95],
      ['Low Gear', 0.95],
      ['Last Ferry', 0.85],
      ['Kite', 0.8],
      ['Clay', 0.8],
      ['Foghorn', 0.7],
      ['Half Moon', 1],
    ],
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
    const id = starterId(created, `rifff/${mix.title}`);
    return {
      id,
      title: mix.title,
      rifff: {
        _id: id,
        created,
        userName: CREATOR,
        creators: [CREATOR],
        state: { barLength: 16, bps: family.bpm / 60, playback },
        loops: [],
        root: family.root,
        scale: family.scale,
      },
    };
  });
}
