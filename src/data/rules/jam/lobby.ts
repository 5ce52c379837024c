/** What the lobby says of rooms. Pure. */
import { categoryOf } from '../../contract/categories.ts';
import type { Jam, LobbyJam } from '../../contract/jams.ts';
import { JAM_CODE_PATTERN } from '../../contract/members.ts';

/** A room whose newest rifff is younger than this is live, in ms. */
export const LIVE_MS = 600_000;

/** Is the newest rifff of a jam younger than ten minutes? Small differences of clocks do not keep a jam live. */
export function isLive({ latest }: Pick<Jam, 'latest'>, nowMs: number): boolean {
  return latest !== null && nowMs - latest < LIVE_MS;
}

/** What a room lacks, for instance `needs bass or pads`; empty for one that lacks nothing or has nothing. */
export function needsText({ lacks, newest }: Pick<LobbyJam, 'lacks' | 'newest'>): string {
  if (newest === null || lacks.length === 0) return '';
  const [first = '', second] = lacks.map((slug) => categoryOf(slug).title.toLowerCase());
  return second ? `needs ${first} or ${second}` : `needs ${first}`;
}

/** Who is in a room now, for instance `ada, mia and 3 more`; empty for an empty room. */
export function presentText(names: readonly string[], count: number): string {
  const shown = names.slice(0, count > 3 ? 2 : 3);
  const more = Math.max(0, count - shown.length);
  if (shown.length === 0) return more === 0 ? '' : more === 1 ? '1 person' : `${more} people`;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.at(-1)!;
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * What is typed or pasted as a code: the code alone, or a link that holds it; `ABCD-EFGH-JKLM`, or null for none.
 *
 * @param page what the code opens, as its link names it
 */
export function readCode(typed: string, page: 'jam' | 'clubs/join' = 'jam'): string | null {
  const text = typed.trim();
  const [, after] = text.split(`/${page}/`);
  const inLink = after?.split(/[/?#]/)[0] ?? text;
  const plain = inLink.replace(/[\s-]/g, '').toUpperCase();
  if (!JAM_CODE_PATTERN.test(plain)) return null;
  return (plain.match(/.{4}/g) ?? []).join('-');
}

/** Judges the name of a room. */
export const roomName = (name: string): true | string =>
  name.trim() !== '' || 'A room needs a name';

/** Who may read a jam, in one short sentence. */
export function accessText(access: Jam['access']): string {
  if (access === 'public') return 'Anyone may listen.';
  return access === 'link' ? 'Anyone with a code may come in.' : 'Only its members may listen.';
}
