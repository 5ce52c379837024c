import type { LibraryCategory } from '../../contract/categories.ts';
import type { Varispeed } from '../arranging/scales.ts';

/** Unpitched loops of another pack, at the rate that brings them to the tempo of the room. */
interface Borrowing {
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
  /** Loops at most, as many as there are slots if left out. Of one each stands alone, at a level of its own. */
  readonly most?: number;
  /** Days before the first start at which it begins and ends. */
  readonly days: readonly [from: number, to: number];
  /** One for each share, the oldest first. */
  readonly titles: readonly string[];
}

/** A room with loops of one pack. */
export interface OpenRoom extends DemoRoom {
  readonly name: string;
  readonly pack: string;
  readonly borrows?: Borrowing;
  /** Left out: at the tempo and in the key of the pack. */
  readonly varispeed?: Varispeed;
  /** What it begins with, the inside first. */
  readonly opening: readonly LibraryCategory[];
  /** What is played in it; left out, everything. */
  readonly parts?: readonly LibraryCategory[];
  /** How much louder than in a full mix everything is, in dB. */
  readonly liftDb?: number;
}

const DAYS_OF_A_YEAR = 364;

/** Key of the room whose rifffs can be collected with play money; its newest are hours old at the first start. */
export const COLLECTIBLE_ROOM = 'late-house';

/** Rooms that everyone answers in. */
export const OPEN_ROOMS: readonly OpenRoom[] = [
  {
    key: 'warm-house',
    seed: 101,
    name: 'Demo: warm house',
    ownerId: 'demo-drums',
    pack: 'ember-street',
    opening: ['drums', 'bass'],
    most: 8,
    rifffs: 36,
    days: [DAYS_OF_A_YEAR, 3],
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
    opening: ['pads', 'bass'],
    most: 6,
    rifffs: 32,
    days: [340, 1],
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
    opening: ['perc', 'bass', 'drums'],
    most: 7,
    rifffs: 34,
    days: [310, 0.6],
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
    varispeed: { bpm: 102, semitones: 3 },
    opening: ['bass', 'drums'],
    most: 8,
    rifffs: 24,
    days: [210, 2],
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
    seed: 508,
    name: 'Demo: late house',
    ownerId: 'demo-melody',
    pack: 'ember-street',
    varispeed: { bpm: 109, semitones: -2 },
    opening: ['chords', 'bass', 'drums'],
    most: 6,
    rifffs: 28,
    days: [160, 0.3],
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
    varispeed: { bpm: 145, semitones: -3 },
    opening: ['drums', 'leads'],
    most: 5,
    liftDb: 0.5,
    rifffs: 26,
    days: [110, 0.1],
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
  {
    key: 'few-words',
    seed: 1212,
    name: 'Demo: few words',
    ownerId: 'demo-voices',
    pack: 'slow-tide',
    varispeed: { bpm: 72, semitones: -3 },
    opening: ['vocals'],
    parts: ['vocals', 'pads', 'chords', 'leads', 'bass', 'fx'],
    most: 3,
    liftDb: 3.5,
    rifffs: 26,
    days: [90, 0.2],
    titles: ['Said Once', 'Attic', 'Two Chairs', 'Letter Home', 'Plain Thread', 'Snow Line'],
  },
  {
    key: 'one-thing',
    seed: 1313,
    name: 'Demo: one thing',
    ownerId: 'demo-perc',
    pack: 'ember-street',
    varispeed: { bpm: 145, semitones: 3 },
    opening: ['drums'],
    most: 1,
    rifffs: 14,
    days: [60, 0.5],
    titles: ['Only This', 'Red Thread', 'Left Hand', 'One Brick'],
  },
  {
    key: 'choir-loft',
    seed: 1414,
    name: 'Demo: choir loft',
    ownerId: 'demo-chords',
    pack: 'ember-street',
    varispeed: { bpm: 97, semitones: -4 },
    opening: ['pads', 'vocals'],
    parts: ['pads', 'vocals', 'chords', 'leads', 'fx'],
    most: 4,
    liftDb: 3,
    rifffs: 24,
    days: [75, 0.7],
    titles: ['Candle Smoke', 'High Window', 'Answering', 'Old Stair', 'Held Breath'],
  },
  {
    key: 'low-lights',
    seed: 1515,
    name: 'Demo: low lights',
    ownerId: 'demo-full',
    pack: 'glass-rain',
    varispeed: { bpm: 129, semitones: -5 },
    opening: ['bass', 'pads'],
    most: 5,
    liftDb: 1,
    rifffs: 26,
    days: [80, 0.4],
    titles: ['Tail Lights', 'Coat Check', 'Slow Blink', 'Marble', 'Towpath'],
  },
  {
    key: 'hands-and-feet',
    seed: 1619,
    name: 'Demo: hands and feet',
    ownerId: 'demo-builds',
    pack: 'ember-street',
    varispeed: { bpm: 129, semitones: 1 },
    opening: ['drums', 'perc'],
    parts: ['drums', 'perc', 'bass', 'fx'],
    most: 3,
    liftDb: 1,
    rifffs: 24,
    days: [50, 0.9],
    titles: ['Knuckles', 'Yard', 'Wooden Spoon'],
  },
];

/** Personal jams, whose owners go on from what they heard in the rooms. */
export const OWN_JAMS: readonly DemoRoom[] = [
  {
    key: 'remixes',
    seed: 735,
    ownerId: 'demo-remixes',
    rifffs: 14,
    days: [280, 1.4],
    titles: ['Turned Around', 'Other Side', 'Same River Twice', 'Fold'],
  },
  {
    key: 'full',
    seed: 836,
    ownerId: 'demo-full',
    rifffs: 12,
    days: [190, 0.8],
    titles: ['All Windows Open', 'Every Lamp', 'Whole Street'],
  },
  {
    key: 'melody',
    seed: 937,
    ownerId: 'demo-melody',
    rifffs: 12,
    days: [140, 0.4],
    titles: ['Small Tune', 'Whistle', 'Upper Voices'],
  },
  {
    key: 'bass',
    seed: 139,
    ownerId: 'demo-bass',
    rifffs: 10,
    days: [70, 1.8],
    titles: ['Deep End', 'Below Deck'],
  },
];
