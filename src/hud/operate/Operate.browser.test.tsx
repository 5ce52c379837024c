/** The page of operators against a server that answers. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import type { BackupFigures, ListedAnnouncement, Mode } from '../../data/contract/operations.ts';
import { OperateRoom } from './OperateRoom.tsx';

const HOUR_MS = 3_600_000;
const now = Date.now();

const BACKUPS: BackupFigures = {
  ...{ folder: '/backup', schedule: '30 3 * * *', keep: 14, next: now + HOUR_MS },
  ...{ isRunning: false, isTooOld: true, lastFailure: { at: now - HOUR_MS, message: 'EROFS' } },
  copies: [{ made: now - 72 * HOUR_MS, bytes: 12_000_000, missing: 0 }],
};

/** What the server has, and what it was asked to do. Stands in for the network, outside the code under test. */
const server = {
  mode: 'open' as Mode,
  announcements: [] as ListedAnnouncement[],
  backups: BACKUPS,
  fails: false,
  sent: [] as string[],
  realFetch: window.fetch,
};

const job = (name: string, change: object) => ({
  ...{ name, isRunning: false, rounds: 3, failures: 0, lastStart: now - 60_000, lastMs: 120 },
  ...{ lastFailure: null, next: now + 60_000, ...change },
});

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  server: () => ({
    ...{ version: '0.1.0', migration: '0033-operations', started: now, node: 'one' },
    ...{ nodeVersion: 'v24', database: 'sqlite', databaseBytes: 5e6 },
    disk: { freeBytes: 1e9, totalBytes: 1e11 },
    memory: { residentBytes: 2e8, heapBytes: 1e8 },
    files: [{ kind: 'Loops', count: 1200, bytes: 3e8 }],
  }),
  jobs: () => ({
    jobs: [
      job('mailing digests', {
        failures: 2,
        lastFailure: { at: now - HOUR_MS, message: 'no relay' },
      }),
      job('cleaning up', { lastStart: null, lastMs: null, rounds: 0 }),
    ],
  }),
  mails: () => ({
    ...{ sent: 12, waiting: 0, failed: 1, hasRelay: true },
    mails: [
      {
        ...{ id: 'm1', recipient: 'ada@mail.example', subject: 'Welcome', tries: 6 },
        ...{ lastError: '550 no such user', created: now - HOUR_MS, due: null },
      },
    ],
  }),
  people: () => ({
    ...{ accounts: 42, guests: 3, suspended: 1, reports: 2, appeals: 0 },
    signUps: Array.from({ length: 30 }, (_, at) => ({
      day: `2026-01-${String(at + 1).padStart(2, '0')}`,
      count: at % 4,
    })),
    invitations: { open: 1, used: 7 },
    band: { jams: 2, answersThisWeek: 9 },
    imports: { open: 0, done: 4, loops: 311 },
  }),
  load: () => ({
    ...{ sockets: 5, rooms: 2, listeners: 4, shed: 0, limits: [{ kind: 'login', count: 3 }] },
    calls: [{ method: 'GET', route: '/api/feed', count: 900, failed: 1, p50Ms: 5, p99Ms: 100 }],
  }),
  backups: () => server.backups,
  announcements: () => ({ mode: server.mode, announcements: server.announcements }),
  settings: () => ({
    settings: [
      {
        ...{ name: 'OPERATOR_NAME', value: 'The hall', isSet: true, isSecret: false },
        ...{ source: 'environment', counts: 'at once', isWaiting: false },
      },
    ],
  }),
  audit: () => ({
    entries: [
      {
        ...{ id: 'a1', moderator: 'chief', action: 'set-mode', shareId: '', title: '' },
        ...{ user: '', reason: 'read-only', created: now },
      },
    ],
    next: null,
  }),
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const json = (body: object, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const [, what = ''] = /^\/api\/(?:operations|admin)\/(\w+)/.exec(pathname) ?? [];
  if (init?.method !== 'GET' && what) {
    server.sent.push(
      `${init?.method} ${decodeURIComponent(pathname)} ${String(init?.body ?? '')}`.trim(),
    );
    if (server.fails) {
      const message = 'A backup is being made';
      return json({ ok: false, message, error: { code: 'conflict', message } }, 409);
    }
    if (what === 'mode') server.mode = JSON.parse(String(init?.body)).mode;
    return json({ ok: true, data: {} });
  }
  if (what === 'audit') server.sent.push(search);
  return json({ ok: true, data: ANSWERS[what]?.() ?? { profiles: [] } });
}

beforeEach(() => {
  Object.assign(server, {
    mode: 'open',
    announcements: [],
    backups: BACKUPS,
    fails: false,
    sent: [],
  });
  window.fetch = respond as typeof fetch;
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
});

const show = (tab = 'server') =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[`/operate?tab=${tab}`]}>
        <main>
          <h1>Operate</h1>
          <OperateRoom />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );

const SEEN: readonly (readonly [tab: string, text: string | RegExp])[] = [
  ['server', 'Less than a tenth of the disk is free.'],
  ['load', 'GET /api/feed'],
  ['jobs', /no relay \(2 rounds\)/],
  ['backups', /more than twice the time between two/],
  ['mail', '550 no such user'],
  ['people', /^43 sign-ups in 30 days, at most 3 in a day/],
  ['announcements', 'No announcements'],
  ['settings', /can be changed only there/],
  // The name of the person comes after the line.
  ['audit', /^\S.* set what the server takes: read-only$/],
];

test.each(SEEN)(
  '%s says what the server answers, without a fault for readers of screens',
  async (tab, text) => {
    await show(tab);
    await expect.element(page.getByText(text).first()).toBeVisible();
    expect(await violations()).toEqual([]);
  },
);

test('a job is begun, a mail is tried again, and a backup that cannot begin is said', async () => {
  await show('jobs');
  await page.getByRole('button', { name: 'Run now: cleaning up' }).click();
  await expect.poll(() => server.sent).toEqual(['POST /api/operations/jobs/cleaning up/run']);
  server.sent = [];
  await page.getByRole('tab', { name: 'Mail' }).click();
  await page.getByRole('button', { name: 'Try now: Welcome to ada@mail.example' }).click();
  await expect.poll(() => server.sent).toEqual(['POST /api/operations/mails/again {"id":"m1"}']);
  server.fails = true;
  server.backups = { ...BACKUPS, isTooOld: false };
  await page.getByRole('tab', { name: 'Backups' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect.element(page.getByText('A backup is being made').first()).toBeVisible();
});

test('the server is closed after a question, and opened again', async () => {
  await show('announcements');
  await page.getByRole('button', { name: 'Let it only be read' }).click();
  expect(server.sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Let it only be read' }).click();
  await expect.element(page.getByRole('button', { name: 'Open the server' })).toBeVisible();
  expect(server.sent).toEqual(['POST /api/operations/mode {"mode":"read-only"}']);
});

test('the audit is searched by what was typed', async () => {
  await show('audit');
  await page.getByLabelText('By or to whom (user name)').fill('Ada ');
  await page.getByLabelText('What', { exact: true }).selectOptions('suspended');
  await page.getByLabelText('To', { exact: true }).fill('2026-05-31');
  await page.getByRole('button', { name: 'Search' }).click();
  const until = new Date('2026-06-01T00:00').getTime();
  await expect.poll(() => server.sent.at(-1)).toBe(`?who=Ada&action=suspend&until=${until}`);
});
