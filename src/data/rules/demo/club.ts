/** The demo club, and the demo playlists: of the club, and of an account. */
import { type DemoLibrary, type JamHistory, type PlannedKey, roomHistory } from './history.ts';
import type { DemoJam } from './plan.ts';
import type { OpenRoom } from './rooms.ts';

const OWNER = 'demo-full';
const MS_OF_A_DAY = 86_400_000;

/** The club; every demo account is in it. */
export const DEMO_CLUB = {
  key: 'loop-circle',
  name: 'Demo: loop circle',
  description:
    'This server made this club to show what clubs are: channels and playlists of people who play together. Its members are demo accounts, and nobody can sign in to them.',
  ownerId: OWNER,
  fromDays: 130,
} as const;

/** A channel is a room of the club. */
export interface DemoChannel extends OpenRoom {
  readonly description: string;
}

const CHANNELS: readonly DemoChannel[] = [
  {
    key: 'circle-general',
    seed: 2104,
    name: 'Demo: anything goes',
    description: 'Every member answers here.',
    ownerId: OWNER,
    pack: 'ember-street',
    varispeed: { bpm: 115, semitones: -1 },
    opening: ['chords', 'bass', 'drums'],
    most: 6,
    rifffs: 16,
    days: [128, 0.25],
    titles: [],
  },
  {
    key: 'circle-slow',
    seed: 2202,
    name: 'Demo: slow evenings',
    description: 'Pads first, and time for them.',
    ownerId: OWNER,
    pack: 'slow-tide',
    varispeed: { bpm: 81, semitones: -1 },
    opening: ['pads', 'bass'],
    most: 5,
    rifffs: 14,
    days: [100, 1.2],
    titles: [],
  },
  {
    key: 'circle-sketches',
    seed: 2303,
    name: 'Demo: sketches',
    description: 'Short ones, four loops at most.',
    ownerId: OWNER,
    pack: 'glass-rain',
    varispeed: { bpm: 153, semitones: -2 },
    opening: ['drums', 'bass'],
    most: 4,
    rifffs: 14,
    days: [60, 0.8],
    titles: [],
  },
];

/** A channel with its history; nothing of it is in the feed. */
export interface PlannedChannel extends JamHistory {
  readonly room: DemoChannel;
}

/** The channels of the club. Those without loops in the library are left out. */
export const planChannels = (library: DemoLibrary): PlannedChannel[] =>
  CHANNELS.flatMap((room) => {
    const history = roomHistory(room, library);
    return history ? [{ ...history, room }] : [];
  });

interface PlannedItem {
  readonly played: PlannedKey;
  /** Milliseconds before the first start. */
  readonly agoMs: number;
}

export interface PlannedPlaylist {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly ownerId: string;
  readonly isOfClub: boolean;
  /** Milliseconds before the first start. */
  readonly agoMs: number;
  readonly items: readonly PlannedItem[];
}

interface Place {
  readonly jam: JamHistory;
  readonly at: number;
}

/** The share of a jam that is liked most, of two the older one. */
function bestShare(jam: DemoJam): Place[] {
  const [best] = [...jam.shares].sort((a, b) => b.likes.length - a.likes.length);
  return best ? [{ jam, at: best.at }] : [];
}

/** Places from the end. */
const LAST_OF_A_CHANNEL = [3, 2, 1] as const;
const MADE =
  'This server made this playlist to show what playlists are. What is in it are demo rifffs.';

/**
 * The playlists: the best liked of every open room from slow to fast, of an account; the latest of the channels, and
 * the best liked of the personal jams, of the club.
 */
export function planPlaylists(
  jams: readonly DemoJam[],
  channels: readonly PlannedChannel[],
): PlannedPlaylist[] {
  const tempoOf = ({ jam, at }: Place) => jam.rifffs[at]!.key.bps;
  const rooms = jams.filter(({ name }) => name !== null).flatMap(bestShare);
  const own = jams.filter(({ name }) => name === null).flatMap(bestShare);
  // By turns, so that neighbours differ.
  const latest = LAST_OF_A_CHANNEL.flatMap((back) =>
    channels.map((jam) => ({ jam, at: jam.rifffs.length - back })).filter(({ at }) => at >= 0),
  );
  const make = (
    about: Pick<PlannedPlaylist, 'key' | 'name' | 'isOfClub'>,
    fromDays: number,
    places: readonly Place[],
  ): PlannedPlaylist => {
    const agoMs = fromDays * MS_OF_A_DAY;
    // A rifff is put in after it was made, and after the playlist was.
    const items = places.map(({ jam, at }) => ({
      played: { jam: jam.room.key, at },
      agoMs: Math.round(Math.min(agoMs, jam.rifffs[at]!.agoMs) / 2),
    }));
    return { ...about, description: MADE, ownerId: OWNER, agoMs, items };
  };
  const slowToFast = [...rooms].sort((a, b) => tempoOf(a) - tempoOf(b));
  return [
    make({ key: 'slow-to-fast', name: 'Demo: slow to fast', isOfClub: false }, 40, slowToFast),
    make({ key: 'channels', name: 'Demo: from our channels', isOfClub: true }, 50, latest),
    make({ key: 'elsewhere', name: 'Demo: heard elsewhere', isOfClub: true }, 45, own),
  ].filter(({ items }) => items.length > 0);
}
