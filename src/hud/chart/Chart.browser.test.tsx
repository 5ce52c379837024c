/** The chart of a week against a server that says what is in it. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../../tests/support/savedLookOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import { ENGINE_FEATURES, type Engine } from '../../audio/engine/Engine.ts';
import type { Session } from '../../data/contract/auth.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { WEEK_MS, weekBounds, weekOf } from '../../data/rules/chart/weeks.ts';
import { weekName } from '../../data/rules/chart/weekView.ts';
import { allPlaces } from '../../data/stores/places.ts';
import { resetSession, setUser } from '../../data/stores/session.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { Notice } from '../parts/Notice.tsx';
import { ChartRoom } from './ChartRoom.tsx';
import { WinnersRoom } from './WinnersRoom.tsx';

const THIS_WEEK = weekOf(Date.now());
const LAST_WEEK = THIS_WEEK - WEEK_MS;
const rifff = rifffOf(2);

const charted = (id: string, place: number, shared: number): SharedRifff =>
  shareOf(id, {
    ...{ rifff: { ...rifff, _id: `rifff-${id}` }, title: `Rifff ${id}`, action_timestamp: shared },
    chart: { place, points: 10 - place, people: 3 },
  });
const winner = (by: 'rule' | 'moderator' = 'rule'): SharedRifff => ({
  ...charted('b', 1, LAST_WEEK - 1),
  wonWeek: {
    ...weekBounds(LAST_WEEK),
    ...{
      by,
      reason: by === 'rule' ? '' : 'It opened the year',
      points: 9,
      people: 4,
      strangers: 2,
    },
  },
});

/** Charts by weeks back. */
const CHARTS: Readonly<Record<string, SharedRifff[]>> = {
  '0': [charted('a', 1, THIS_WEEK - 1), charted('b', 2, THIS_WEEK - 1), charted('c', 3, THIS_WEEK)],
  '1': [charted('b', 1, LAST_WEEK), charted('a', 2, LAST_WEEK)],
};
const server = {
  winners: [winner()] as SharedRifff[],
  chosen: [] as { path: string; body: unknown }[],
  realFetch: window.fetch,
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname: path, searchParams } = new URL(String(input), window.location.origin);
  if (!path.startsWith('/api')) return server.realFetch(input, init);
  const ok = (data: unknown) =>
    new Response(JSON.stringify({ ok: true, data }), {
      headers: { 'content-type': 'application/json' },
    });
  if (init?.method === 'POST') {
    server.chosen.push({ path, body: JSON.parse(String(init.body)) });
    server.winners = [winner('moderator')];
    return ok({});
  }
  if (path.endsWith('rifff-of-the-week')) return ok(server.winners);
  const previousWeeks = Number(searchParams.get('previousWeeks'));
  const meta = { previousWeeks, isOpen: previousWeeks === 0, limit: 50, skip: 0, isLastPage: true };
  const bounds = weekBounds(THIS_WEEK - previousWeeks * WEEK_MS);
  return ok({ rifffs: CHARTS[previousWeeks] ?? [], ...bounds, meta });
}

const REFEREE: Session = {
  ...{ user_id: 'referee', roles: ['user', 'moderator'], issued: 0, provider: 'local' },
  ...{ expires: Number.MAX_SAFE_INTEGER, profile: { displayName: 'Referee' } },
};
const engine = { features: ENGINE_FEATURES, preload: async () => {} } as Partial<Engine> as Engine;

beforeEach(() => {
  Object.assign(server, { winners: [winner()], chosen: [] });
  window.fetch = respond as typeof fetch;
});
afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
});

const show = (room: React.ReactNode) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <EngineProvider engine={engine}>
          <main>{room}</main>
          <Notice />
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('places stand beside those of the week before, under the rifff of the week and why it won', async () => {
  const page = await show(<ChartRoom day={null} />);
  const head = page.getByRole('region', { name: 'Rifff b' });
  await expect
    .element(head.getByText('9 points from 4 people, 2 of whom did not follow Mira before.'))
    .toBeVisible();
  const words = (at: number) => document.querySelectorAll('li')[at]?.textContent ?? '';
  await expect.poll(() => words(0)).toMatch(/Place 1.*1 place higher than/);
  await expect.poll(() => words(1)).toMatch(/Place 2.*1 place lower than/);
  await expect.poll(() => words(2)).toMatch(/Place 3.*new this week/);
  await expect.element(page.getByText(/points are counted until Sunday/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Week before' }))
    .toHaveAttribute('href', `/chart?week=${weekName(LAST_WEEK)}`);
  expect(await violations()).toEqual([]);
});

test('the rifff of the week is drawn by the look of its sharer on the ground of that, and is played there', async () => {
  const { document: look, user, displayName } = savedLookOf('kept');
  const { document: ofHouse } = savedLookOf('light');
  const ground = () => document.querySelector<HTMLElement>('[data-ground]');
  const view = () => [...allPlaces()].find(({ id }) => id === 'winner')?.view;
  server.winners = [
    { ...winner(), lookKey: 'kept', look: { key: 'kept', document: look, user, displayName } },
  ];
  const page = await show(<ChartRoom day={null} />);
  await expect.poll(() => view()?.stage?.look).toEqual(look);
  await expect.poll(() => ground()?.dataset.ground).toBe('paper');
  const head = page.getByRole('region', { name: 'Rifff b' });
  await expect.element(head.getByRole('button', { name: 'Play Rifff b' })).toBeVisible();
  await expect.element(head.getByRole('group', { name: 'Rings of Rifff b' })).toBeInTheDocument();
  // All of it keeps inside the ground, and that lies under the canvas, which is 1.
  const rings = [...allPlaces()].find(({ id }) => id === 'winner')!.element.getBoundingClientRect();
  const box = ground()!.getBoundingClientRect();
  expect(rings.width).toBeLessThan(box.width);
  expect(getComputedStyle(document.querySelector('main > div')!).zIndex).toBe('auto');
  expect(await violations()).toEqual([]);
  await page.unmount();
  // One of the house is drawn as the page has it, whatever its copy says; without a look it is plain.
  server.winners = [
    {
      ...winner(),
      lookKey: 'light',
      look: { key: 'light', document: ofHouse, user: '', displayName: '' },
    },
  ];
  const other = await show(<ChartRoom day={null} />);
  await expect.poll(() => view()?.stage?.look).toBe('light');
  await other.unmount();
  server.winners = [winner()];
  await show(<ChartRoom day={null} />);
  await expect.poll(() => view()?.rifff._id).toBe('rifff-b');
  expect([view()?.stage, ground()]).toEqual([undefined, null]);
});

test('a closed week says so, and a moderator chooses its rifff with a reason that all read', async () => {
  setUser(REFEREE, null);
  const page = await show(<ChartRoom day={weekName(LAST_WEEK)} />);
  await expect.element(page.getByText(/^Closed/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByLabelText('It shall be').selectOptions('2. Rifff a, Mira');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect.element(page.getByText('Required')).toBeVisible();
  expect(server.chosen).toEqual([]);
  await page.getByLabelText(/^Your reason/).fill('It opened the year');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect
    .element(page.getByText(/^Chosen by the moderators: It opened the year\. It had 9 points/))
    .toBeVisible();
  expect(server.chosen).toEqual([
    {
      path: `/api/moderation/weeks/${LAST_WEEK}/winner`,
      body: { shareId: 'a', reason: 'It opened the year' },
    },
  ]);
});

test('the archive leads from every winner to its week; where nobody won it says when that is decided', async () => {
  const page = await show(<WinnersRoom />);
  const link = page.getByRole('listitem').getByRole('link').first();
  await expect.element(link).toHaveAttribute('href', `/chart?week=${weekName(LAST_WEEK)}`);
  await page.unmount();
  server.winners = [];
  const empty = await show(<WinnersRoom />);
  await expect.element(empty.getByText('No one has won yet')).toBeVisible();
});
