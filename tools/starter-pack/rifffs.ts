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
    title: 'Last Bus',
    family: 'ember-street',
    slots: [
      ['Street Lamps', 0.8],
      ['Under the Stairs', 1],
      ['Sodium', 0.72],
      ['Window Seat', 0.85],
      ['Come Round', 0.9],
      ['Hand Over Hand', 0.85],
      ['Front Door', 1],
    ],
  },
  {
    title: 'Blue Kitchen',
    family: 'ember-street',
    slots: [
      ['Rubber', 1],
      ['Neon Sign', 0.9],
      ['Loose Change', 0.8],
      ['Side Step', 1],
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
