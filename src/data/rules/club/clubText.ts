/** What pages say of clubs. Pure. */
import type {
  Channel,
  ChannelAccess,
  ClubAccess,
  ClubCode,
  ClubRole,
} from '../../contract/clubs.ts';

/** Who comes into a club, in one short sentence. */
export const clubAccessText = (access: ClubAccess): string =>
  access === 'open' ? 'Anyone may look in and join.' : 'Anyone with a code may come in.';

/** Who hears a channel, in one short sentence. */
export function channelAccessText(access: ChannelAccess): string {
  if (access === 'public') return 'Anyone who finds the club may listen. Its members play.';
  return access === 'members'
    ? 'The members of the club listen and play.'
    : 'The owner and the moderators listen and play.';
}

/** Who hears a channel, as a mark beside it; empty for one that anyone hears. */
export function channelMark(access: ChannelAccess): string {
  return { public: '', members: 'For members', moderators: 'For moderators' }[access];
}

/** A person's role in a club, as a mark beside the club; empty for a member. */
export const ownRoleText = (role: ClubRole | null): string =>
  role === 'owner' ? 'yours' : role === 'moderator' ? 'you moderate' : '';

/** A person's role in a club, as a sentence to them. */
export const standingText = (role: ClubRole): string =>
  ({ owner: 'It is yours.', moderator: 'You keep order in it.', member: 'You are in it.' })[role];

/** Does the address of a code's page still let anybody in? @param nowMs ms since the epoch */
export function isSpent({ expires, maxUses, used }: ClubCode, nowMs: number): boolean {
  return (expires !== null && expires <= nowMs) || (maxUses !== null && used >= maxUses);
}

/** How many people a code has let in, of how many it may. */
export function usedText({ used, maxUses }: Pick<ClubCode, 'used' | 'maxUses'>): string {
  if (maxUses !== null) return `used by ${used} of ${maxUses}`;
  return used === 0 ? 'not used yet' : used === 1 ? 'used once' : `used ${used} times`;
}

/** The channels with something to hear, the newest first. */
export function heardChannels(channels: readonly Channel[]): Channel[] {
  return channels
    .filter(({ newest }) => newest !== null && newest.loops.length > 0)
    .sort((a, b) => (b.latest ?? 0) - (a.latest ?? 0));
}

/** Does a name hold what was typed? In any case of letters. */
export function isNamed(names: readonly string[], typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return names.some((name) => name.toLocaleLowerCase().includes(wanted));
}
