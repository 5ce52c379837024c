import type { LibraryCategory } from '../../contract/categories.ts';

/** Unpitched loops of another pack, at the rate that brings them to the tempo of the room. */
export interface Borrowing {
  readonly pack: string;
  readonly parts: readonly LibraryCategory[];
  readonly playbackRate: number;
}

/** A demo jam as it is planned: how many rifffs it holds, when they were made, and what is shared of them. */
export interface DemoRoom {
  readonly key: string;
  /** Seed of everything that happens in it. */
  readonly seed: number;
  readonly ownerId: string;
  readonly rifffs: number;
  /** Days before the first start at which it begins and ends. */
  readonly fromDays: number;
  readonly toDays: number;
  /** One for each share, the oldest first. */
  readonly titles: readonly string[];
}

/** A room with loops of one pack. */
export interface OpenRoom extends DemoRoom {
  readonly name: string;
  readonly pack: string;
  readonly borrows: Borrowing | null;
}

const DAYS_OF_A_YEAR = 364;

/** Rooms that everyone answers in. */
export const OPEN_ROOMS: readonly OpenRoom[] = [
  {
    key: 'warm-house',
    seed: 101,
    name: 'Demo: warm house',
    ownerId: 'demo-drums',
    pack: 'ember-street',
    borrows: null,
    rifffs: 36,
    fromDays: DAYS_OF_A_YEAR,
    toDays: 3,
    titles: [
      'Light on Brick',
      'Kitchen Floor',
      'Corner Table',
      'Warm Wires',
      'Second Staircase',
      'Tall Windows',
      'Copper',
      'Open Late',
      'Bread and Neon',
    ],
  },
  {
    key: 'slow-water',
    seed: 202,
    name: 'Demo: slow water',
    ownerId: 'demo-pads',
    pack: 'slow-tide',
    borrows: null,
    rifffs: 32,
    fromDays: 340,
    toDays: 1,
    titles: [
      'Grey Morning',
      'Rope and Salt',
      'Tin Boat',
      'The Long Quay',
      'Slack Water',
      'Gull Hours',
      'Lantern Row',
      'Half Tide',
    ],
  },
  {
    key: 'wet-breaks',
    seed: 313,
    name: 'Demo: wet breaks',
    ownerId: 'demo-bass',
    pack: 'glass-rain',
    borrows: null,
    rifffs: 34,
    fromDays: 310,
    toDays: 0.6,
    titles: [
      'Platform Nine',
      'Rain on Steel',
      'Crossing',
      'Late Signal',
      'Puddle Jumper',
      'Glass Lift',
      'North Bridge',
      'Umbrella Weather',
      'Last Metro',
    ],
  },
  {
    key: 'half-time',
    seed: 404,
    name: 'Demo: half-time',
    ownerId: 'demo-remixes',
    pack: 'slow-tide',
    borrows: { pack: 'glass-rain', parts: ['drums', 'perc'], playbackRate: 2 },
    rifffs: 24,
    fromDays: 210,
    toDays: 2,
    titles: [
      'Double Exposure',
      'Two Clocks',
      'Slow River',
      'Sleepwalk',
      'Undertone',
      'Quick Sand',
      'Borrowed Drums',
    ],
  },
  {
    key: 'late-house',
    seed: 505,
    name: 'Demo: late house',
    ownerId: 'demo-melody',
    pack: 'ember-street',
    borrows: null,
    rifffs: 28,
    fromDays: 160,
    toDays: 0.3,
    titles: [
      'Last Set',
      'Amber Room',
      'Slow Elevator',
      'Side Door',
      'Low Sun',
      'Velvet Steps',
      'Past Three',
      'Walk Home',
    ],
  },
  {
    key: 'night-breaks',
    seed: 606,
    name: 'Demo: night breaks',
    ownerId: 'demo-effects',
    pack: 'glass-rain',
    borrows: { pack: 'slow-tide', parts: ['perc'], playbackRate: 0.5 },
    rifffs: 26,
    fromDays: 110,
    toDays: 0.1,
    titles: [
      'Sodium Lights',
      'Empty Carriage',
      'Ring Road',
      'Blue Hour',
      'Overpass',
      'Night Shift',
      'Mirror Pool',
    ],
  },
];

/** Personal jams, whose owners go on from what they heard in the rooms. */
export const OWN_JAMS: readonly DemoRoom[] = [
  {
    key: 'remixes',
    seed: 707,
    ownerId: 'demo-remixes',
    rifffs: 14,
    fromDays: 280,
    toDays: 1.4,
    titles: ['Turned Around', 'Other Side', 'Same River Twice', 'Fold'],
  },
  {
    key: 'full',
    seed: 808,
    ownerId: 'demo-full',
    rifffs: 12,
    fromDays: 190,
    toDays: 0.8,
    titles: ['All Windows Open', 'Every Lamp', 'Whole Street'],
  },
  {
    key: 'melody',
    seed: 909,
    ownerId: 'demo-melody',
    rifffs: 12,
    fromDays: 140,
    toDays: 0.4,
    titles: ['Small Tune', 'Whistle', 'Upper Voices'],
  },
  {
    key: 'bass',
    seed: 111,
    ownerId: 'demo-bass',
    rifffs: 10,
    fromDays: 70,
    toDays: 1.8,
    titles: ['Deep End', 'Below Deck'],
  },
];
