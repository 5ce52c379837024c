/** Reports of looks as moderators see and decide them. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../../tests/support/savedLookOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import type { JamReport } from '../../data/contract/moderation.ts';
import { allPlaces } from '../../data/stores/places.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { JamReportsPanel } from './JamReportsPanel.tsx';

const { document: look } = savedLookOf('a');
const reportOf = (id: string, change: Partial<JamReport>): JamReport => ({
  ...{ jamId: id, kind: 'look', ref: id, jamName: '', user: 'ada', reporter: 'bob' },
  ...{ reason: 'It says something bad', created: 1_700_000_000_000, shareId: '', message: '' },
  ...{ rifff: null, look, files: [] },
  ...change,
});

/** What the server has, and what it was asked to do. Stands in for the network, outside the code under test. */
const server = {
  reports: [] as JamReport[],
  sent: [] as { path: string; body: unknown }[],
  realFetch: window.fetch,
};
const ok = (data: unknown) =>
  new Response(JSON.stringify({ ok: true, data }), {
    headers: { 'content-type': 'application/json' },
  });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const path = pathname.replace('/api', '');
  if (init?.method === 'POST' && path.startsWith('/moderation')) {
    server.sent.push({ path, body: JSON.parse(String(init.body)) });
    server.reports = server.reports.filter(({ ref }) => !path.includes(`/${ref}/`));
    return ok({});
  }
  if (path === '/library/rifffs') {
    return ok({ rifffs: [{ id: 'hero', title: 'Hero', rifff: { ...rifffOf(2), _id: 'hero' } }] });
  }
  return ok(path === '/moderation/jam-reports' ? { reports: server.reports } : { profiles: [] });
}

beforeEach(() => {
  Object.assign(server, { reports: [], sent: [] });
  window.fetch = respond as typeof fetch;
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
});

test('a reported look is seen as it is now, each report of it too, and is deleted with a reason', async () => {
  server.reports = [
    reportOf('a', {}),
    reportOf('a', { reporter: 'eve' }),
    reportOf('gone', { look: null }),
  ];
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <EngineProvider engine={{} as Engine}>
        <MemoryRouter>
          <main>
            <h1>Moderation</h1>
            <JamReportsPanel />
          </main>
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
  const titles = page.getByRole('link', { name: 'Look a', exact: true });
  await expect.element(titles.first()).toHaveAttribute('href', '/looks/a');
  await expect.element(page.getByText('The look that is gone')).toBeVisible();
  const looks = () => [...allPlaces()].map(({ view }) => view.stage?.look);
  await expect.poll(() => looks().length).toBe(2);
  expect(looks()).toEqual([look, look]);
  expect(await violations()).toEqual([]);
  await page.getByLabelText('Your reason, kept in the trail').first().fill('Not here');
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await expect.poll(() => looks().length).toBe(0);
  expect(server.sent).toEqual([
    { path: '/moderation/jam-reports/a/look/a/remove', body: { reason: 'Not here' } },
  ]);
  await expect.element(page.getByText('The look that is gone')).toBeVisible();
});
