import { expect, it } from 'vitest';
import type { Jam } from '../../contract/jams.ts';
import { channelText, isFrozen, keepsOrder, ordersJam } from './standing.ts';

const club = (closes: number | null): NonNullable<Jam['club']> => ({
  id: 'club1',
  name: 'Night shift',
  isOpen: true,
  heardBy: 'members',
  closes,
});

it('lets owners and moderators keep order, until the club of a channel closes', () => {
  const roles = ['owner', 'moderator', 'member', 'guest', null, undefined] as const;
  expect(roles.map(keepsOrder)).toEqual([true, true, false, false, false, false]);
  expect(ordersJam({ role: 'owner', club: null })).toBe(true);
  expect(ordersJam({ role: 'moderator', club: club(null) })).toBe(true);
  expect(ordersJam({ role: 'moderator', club: club(5) })).toBe(false);
  expect(ordersJam({ role: 'member', club: club(null) })).toBe(false);
  expect([isFrozen({ club: null }), isFrozen({ club: club(5) }), isFrozen(undefined)]).toEqual([
    ...[false, true, false],
  ]);
});

it('says who hears a channel, and that its club closes', () => {
  expect(channelText(club(null))).toBe('The members of its club listen and play.');
  expect(channelText(club(5))).toBe('Its club is closing: its members may listen.');
});
