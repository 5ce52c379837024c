/**
 * Who of a field is heard, how loud and from where. Distances are those of the crowd: a neighbour in the row is 1 away.
 */

/** Rifffs that are heard at once, and voices of all of them together. */
export const MOST_HEARD = 4;
export const MOST_VOICES = 16;
/** Rifffs farther away are silent; an audible one stays audible until a little farther. */
const REACH = { first: 2.4, last: 2.8 };
/** How much nearer than the farthest audible rifff another one must be to take its place. */
const NEARER = 0.3;
/** Voices by rank: the nearest with all of it, the others with what carries them. */
const VOICES_BY_RANK = [8, 4, 3, 2] as const;
/** What the others keep while one stands in the clearing. */
const BESIDE_FOCUS = 0.4;
/** What the field keeps while the rifff that is being made sounds in its middle. */
const BESIDE_HELD = 0.35;
/** Directions are kept off the very ends: no rifff is heard by one ear alone. */
const WIDEST = 0.85;
/** Power that a rifff is brought to at its full gain, where 1 is 0 LUFS, and how far it is moved for that, in dB. */
const LEVEL = { lufs: -13, mostRaisedDb: 6, mostLoweredDb: 12 };

/**
 * Who is heard next: audible rifffs that are not too far stay, unless a clearly nearer one needs their place.
 *
 * @param distance of each rifff
 * @param count rifffs of the field
 * @param before who is heard now
 * @returns the nearest first
 */
export function chooseHeard(
  distance: ArrayLike<number>,
  count: number,
  before: readonly number[],
  most: number = MOST_HEARD,
): number[] {
  const far = (rifff: number) => distance[rifff] ?? Number.POSITIVE_INFINITY;
  const heard = before.filter((rifff) => rifff < count && far(rifff) < REACH.last).slice(0, most);
  const others: number[] = [];
  for (let rifff = 0; rifff < count; rifff++) {
    if (far(rifff) < REACH.first && !heard.includes(rifff)) others.push(rifff);
  }
  const nearest = (a: number, b: number) => far(a) - far(b) || a - b;
  others.sort(nearest);
  heard.sort(nearest);
  for (const rifff of others) {
    if (heard.length < most) heard.push(rifff);
    else if (far(rifff) < far(heard.at(-1)!) - NEARER) heard[heard.length - 1] = rifff;
    else break;
    heard.sort(nearest);
  }
  return heard;
}

/**
 * Gains of those who are heard, the nearest first: their powers add up to one at most, so that flying through a crowd
 * is as loud as one rifff.
 *
 * @param distances of those who are heard, the nearest first
 * @param open how far the one in the clearing has come forward, 0 to 1; it is the nearest
 */
export function mixGains(distances: readonly number[], open: number): number[] {
  const weights = distances.map((distance, rank) => {
    const near = Math.max(0, 1 - distance / REACH.last) ** 1.5;
    return rank === 0 ? near : near * (1 - (1 - BESIDE_FOCUS) * Math.min(1, Math.max(0, open)));
  });
  const power = weights.reduce((sum, weight) => sum + weight * weight, 0);
  return weights.map((weight) => weight / Math.sqrt(Math.max(1, power)));
}

/**
 * Gains of the whole field and of the rifff that is being made: together they are as loud as one rifff.
 *
 * @param isHeld does one sound that is being made?
 */
export function heldGains(isHeld: boolean): { readonly field: number; readonly held: number } {
  const field = isHeld ? BESIDE_HELD : 1;
  return { field, held: isHeld ? Math.sqrt(1 - field * field) : 0 };
}

/** Where a rifff is heard from, −1 left to 1 right, by its direction in the picture. */
export const panOf = (direction: number) => WIDEST * Math.min(1, Math.max(-1, direction));

/**
 * How many voices each of those who are heard gets, the nearest first: what it would have alone, less what leaves each
 * of the others one.
 *
 * @param loops that each of them has
 */
export function shareVoices(loops: readonly number[], most: number = MOST_VOICES): number[] {
  let left = most;
  return loops.map((count, rank) => {
    const others = loops.slice(rank + 1, VOICES_BY_RANK.length).filter((one) => one > 0).length;
    const free = Math.max(Math.min(1, left), left - others);
    const voices = Math.min(count, VOICES_BY_RANK[rank] ?? 0, free);
    left -= voices;
    return voices;
  });
}

/**
 * Linear gain that brings a rifff to the level of the field.
 *
 * @param power of all that sounds in it, where 1 is 0 LUFS
 */
export function levelGain(power: number): number {
  if (!(power > 0)) return 1;
  const wanted = LEVEL.lufs - 10 * Math.log10(power);
  const gainDb = Math.min(LEVEL.mostRaisedDb, Math.max(-LEVEL.mostLoweredDb, wanted));
  return 10 ** (gainDb / 20);
}
