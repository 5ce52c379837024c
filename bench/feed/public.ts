/** What is asked for besides pages of the feed: charts, their winners, what one follows, comments. */
import type { Call } from './callers.ts';
import { seeded } from './data.ts';
import type { Loaded } from './store.ts';

const CHART = '/api/rifff-feed/chart';
const FEED = '/api/rifff-feed/query';

/** A random reader, or a visitor. */
function someone({ readers }: Loaded, random: () => number): Record<string, string> {
  return random() < 0.5 ? readers[Math.floor(random() * readers.length)]! : {};
}

/** The chart of this week, mostly its top. */
export function thisWeek(loaded: Loaded): () => Call {
  const random = seeded(31);
  return () => {
    const skip = random() < 0.8 ? 0 : 50 * Math.floor(random() * 5);
    return { path: `${CHART}?skip=${skip}`, headers: someone(loaded, random) };
  };
}

/** The chart of any week of the year. */
export function anyWeek(loaded: Loaded): () => Call {
  const random = seeded(37);
  return () => ({
    path: `${CHART}?previousWeeks=${Math.floor(random() * 52)}`,
    headers: someone(loaded, random),
  });
}

/** Rifffs of the week, and their archive. */
export function winners(loaded: Loaded): () => Call {
  const random = seeded(41);
  return () => {
    const from = random() < 0.7 ? 0 : 15 * Math.floor(random() * 3);
    const path = `/api/v3/feed/rifff-of-the-week?from=${from}`;
    return { path, headers: someone(loaded, random) };
  };
}

/** What those whom one follows shared: few people or thousands; the first page, or one further down. */
export function following({ readers, endMs }: Loaded): () => Call {
  const random = seeded(43);
  return () => {
    const headers = readers[Math.floor(random() * readers.length)]!;
    const before = endMs - Math.floor(random() * 30) * 24 * 3_600_000;
    const more = random() < 0.6 ? '' : `&sharedBefore=${before}`;
    return { path: `${FEED}?following=true${more}`, headers };
  };
}

const SOURCES = ['beat_machine_mission', 'beat_machine_sound_explorer'];
const DAY_MS = 24 * 3_600_000;

/** What was made in the arcade: the latest, the most liked, some of it further back. */
export function bySource(loaded: Loaded): () => Call {
  const random = seeded(59);
  return () => {
    const path = `${FEED}?source=${SOURCES[Math.floor(random() * 2)]!}`;
    const more = random() < 0.5 ? '' : '&sort=likes';
    const skip = random() < 0.7 ? '' : `&skip=${20 * (1 + Math.floor(random() * 5))}`;
    return { path: `${path}${more}${skip}`, headers: someone(loaded, random) };
  };
}

/** The most liked of a day, a week, a month or half a year, each until now, as a page asks for it. */
export function mostLikedOf(loaded: Loaded): () => Call {
  const random = seeded(61);
  return () => {
    const after = loaded.endMs - [1, 7, 30, 180][Math.floor(random() * 4)]! * DAY_MS;
    const skip = random() < 0.7 ? 0 : 20 * (1 + Math.floor(random() * 5));
    const path = `${FEED}?sort=likes&sharedAfter=${after}&skip=${skip}`;
    return { path, headers: someone(loaded, random) };
  };
}

/** What one likes: nothing, some, or ten thousands. */
export function liked({ readers }: Loaded): () => Call {
  const random = seeded(67);
  return () => {
    const headers = readers[Math.floor(random() * readers.length)]!;
    const sort = random() < 0.8 ? '' : '&sort=likes';
    return { path: `${FEED}?liked=true${sort}`, headers };
  };
}

/** Comments on shares that have many, and on those that have few. */
export function comments(loaded: Loaded): () => Call {
  const random = seeded(47);
  const { commented } = loaded;
  return () => {
    const id = commented[Math.floor(random() ** 2 * commented.length)]!;
    return { path: `/api/rifff-feed/${id}/comments`, headers: someone(loaded, random) };
  };
}

/** The naive chart of any week, without anybody signed in. */
export function naiveWeek({ endMs }: Loaded): () => Call {
  const random = seeded(53);
  return () => ({
    path: `/chart?sharedBefore=${endMs - Math.floor(random() * 52) * 7 * 24 * 3_600_000}`,
  });
}
