import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Band } from '../../../data/contract/band.ts';
import type { Jam } from '../../../data/contract/jams.ts';
import type { Site } from '../../../data/contract/site.ts';
import { bandQuery } from '../../../data/queries/band.ts';
import { siteQuery } from '../../../data/queries/site.ts';
import { setPresence, setRoom } from '../../../data/stores/room.ts';
import { HouseBand } from './HouseBand.tsx';

const own = { id: 'band1', kind: 'room', role: 'owner', club: null, memberCount: 1 } as Jam;
const answer = {
  rifffId: 'a',
  parentId: 'q',
  created: 1,
  what: 'added a bass',
  became: 'open',
} as const;
const playing: Band = {
  isInvited: true,
  isResting: false,
  withOthers: false,
  next: null,
  answers: [answer],
};
afterEach(() => setRoom(''));

/** Shows the band of a room as the server told of it; nothing is asked. */
async function show(jam: Jam, band: Band | null, hasBand = true) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  queries.setQueryData(siteQuery.queryKey, { hasBand } as Site);
  if (band) queries.setQueryData(bandQuery(jam.id).queryKey, band);
  setRoom(jam.id);
  const chosen: string[] = [];
  await render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <HouseBand jam={jam} onChoose={(id) => chosen.push(id)} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return chosen;
}
const text = () => document.querySelector('[aria-label="House band"]')?.textContent ?? '';
const buttons = () =>
  [...document.querySelectorAll('[aria-label="House band"] button')].map((one) => one.textContent);
const someoneElse = {
  user: 'mia',
  displayName: 'Mia',
  activity: 'here',
  answers: null,
  isGuest: false,
} as const;

test('is offered to the owner of a room, who is told whom else it is for', async () => {
  await show(own, null);
  expect(buttons()).toEqual(['Invite the house band']);
  expect(text()).toMatch(/Program.*not a person/);
  expect(text()).not.toMatch('hear it too');
  setPresence({ isWhole: false, here: [someoneElse], gone: [], count: 1 });
  await expect.poll(text).toMatch('Another person is here now and will hear it too');
});

test('is not there where this server has none, in rooms of others, and in channels', async () => {
  const club = { id: 'c' } as Jam['club'];
  for (const [jam, hasBand] of [
    [{ ...own, hasBand: true }, false],
    [{ ...own, role: 'member' }, true],
    [{ ...own, club, hasBand: true }, true],
  ] as const) {
    await show(jam as Jam, playing, hasBand);
    expect(text()).toBe('');
  }
});

test('says what it did, to its owner with what can be said to it', async () => {
  const chosen = await show({ ...own, hasBand: true }, playing);
  expect(text()).toMatch(/playing.*Added a bass/);
  expect(buttons()).toEqual(['Hear it', 'Undo', 'Let it rest', 'Send it away']);
  await page.getByRole('button', { name: 'Hear it' }).click();
  expect(chosen).toEqual(['a']);
  // Its owner was alone in the room when inviting it: it asks before it plays for others.
  setPresence({ isWhole: false, here: [someoneElse], gone: [], count: 1 });
  await expect.poll(buttons).toContain('Let it play for everyone');
  expect(text()).toMatch(/silent/);
});

test('says to members that it is there, and leads them back to before it', async () => {
  const chosen = await show({ ...own, role: 'member', hasBand: true } as Jam, playing);
  expect(buttons()).toEqual(['Hear it', 'Before it']);
  await page.getByRole('button', { name: 'Before it' }).click();
  expect(chosen).toEqual(['q']);
});

test('has nothing to undo where somebody went on from it, and wakes', async () => {
  const resting = {
    ...playing,
    isResting: true,
    answers: [{ ...answer, became: 'kept' as const }],
  };
  await show({ ...own, hasBand: true }, resting);
  expect(text()).toMatch(/resting.*Added a bass, kept/);
  expect(buttons()).toEqual(['Hear it', 'Wake it', 'Send it away']);
});
