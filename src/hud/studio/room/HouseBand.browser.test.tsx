import '../../system/base.css';
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
  every: 1,
  next: null,
  thought: null,
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
const row = () => document.querySelector('[aria-label="House band"]');
const line = () => row()?.querySelector('[role="status"]')?.textContent ?? '';
/** Opens the menu of the row. @returns what it offers, ticked where it is chosen */
async function opened() {
  await page.getByRole('button', { name: 'What to do with the house band' }).click();
  const items = () =>
    [...document.querySelectorAll('[role^="menuitem"]')].map(
      (item) => `${item.textContent}${item.getAttribute('aria-checked') === 'true' ? ' ✓' : ''}`,
    );
  await expect.poll(items).not.toEqual([]);
  return items();
}
const press = (name: string) => page.getByRole('menuitem', { name }).click();
const someoneElse = {
  user: 'mia',
  displayName: 'Mia',
  activity: 'here',
  answers: null,
  isGuest: false,
} as const;

test('is offered to the owner of a room, who is told whom else it is for', async () => {
  await show(own, null);
  await expect.element(page.getByRole('button', { name: 'Invite the house band' })).toBeVisible();
  const whole = () => row()?.querySelector('[role="status"]')?.getAttribute('title') ?? '';
  expect(line()).toBe('A program, not a person');
  expect(whole()).toMatch(/^A program of this server.*within two bars/);
  setPresence({ isWhole: false, here: [someoneElse], gone: [], count: 1 });
  await expect.poll(line).toBe('Another person will hear it too');
  expect(whole()).toMatch(/^Another person is here now and will hear it too. A program/);
});

test('is not there where this server has none, in rooms of others, and in channels', async () => {
  const club = { id: 'c' } as Jam['club'];
  for (const [jam, hasBand] of [
    [{ ...own, hasBand: true }, false],
    [{ ...own, role: 'member' }, true],
    [{ ...own, club, hasBand: true }, true],
  ] as const) {
    await show(jam as Jam, playing, hasBand);
    expect(row()).toBeNull();
  }
});

const PACES = ['Answer every commit ✓', 'Answer every second commit', 'Answer every fourth commit'];

test('says what it did, to its owner with what can be said to it', async () => {
  const chosen = await show({ ...own, hasBand: true }, playing);
  expect(line()).toBe('Added a bass');
  expect(await opened()).toEqual([
    'Hear its last answer',
    'Take its last answer back',
    ...PACES,
    'Let it rest',
    'Send it away',
  ]);
  await press('Hear its last answer');
  expect(chosen).toEqual(['a']);
  // Its owner was alone in the room when inviting it: it asks before it plays for others.
  setPresence({ isWhole: false, here: [someoneElse], gone: [], count: 1 });
  await expect.poll(line).toMatch(/^Silent while others are here/);
  expect(await opened()).toContain('Let it play for everyone');
});

test('says to members what it did, and leads them back to before it', async () => {
  const chosen = await show({ ...own, role: 'member', hasBand: true } as Jam, playing);
  expect(await opened()).toEqual(['Hear its last answer', 'Go back to before it']);
  await press('Go back to before it');
  expect(chosen).toEqual(['q']);
});

test('says in one line why it has no answer, whole where it is pointed at', async () => {
  const thought = 'Rests: nothing that it has fits this tempo, metre and key';
  await show({ ...own, hasBand: true }, { ...playing, thought });
  expect(line()).toBe(thought);
  const status = row()!.querySelector<HTMLElement>('[role="status"]')!;
  expect(status.title).toBe(thought);
  row()!.setAttribute('style', 'width: 240px');
  expect(status.scrollWidth).toBeGreaterThan(status.clientWidth);
  const lineHeight = Number.parseFloat(getComputedStyle(status).lineHeight);
  expect(status.clientHeight).toBeLessThan(1.5 * lineHeight);
});

test('has nothing to undo where somebody went on from it, and wakes', async () => {
  const resting = {
    ...playing,
    isResting: true,
    answers: [{ ...answer, became: 'kept' as const }],
  };
  await show({ ...own, hasBand: true }, resting);
  expect(line()).toBe('Resting until its owner wakes it');
  expect(await opened()).toEqual(['Hear its last answer', ...PACES, 'Wake it', 'Send it away']);
});

test('has no menu for a guest before it has played', async () => {
  await show({ ...own, role: 'guest', hasBand: true } as Jam, { ...playing, answers: [] });
  expect(line()).toBe('Waits for the next commit');
  expect(document.querySelector('button')).toBeNull();
});
