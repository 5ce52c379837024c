/** The page of the first evening against a server that answers and refuses: what is shown stays true, and what the environment set stays. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import type { Session } from '../data/contract/auth.ts';
import type { BackupFigures } from '../data/contract/operations.ts';
import type { StoredSetting } from '../data/contract/setup.ts';
import { STORED_SETTINGS } from '../data/contract/setupCalls.ts';
import { storeCredential } from '../data/credential.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { Setup } from './Setup.tsx';

const TOKEN = 'a'.repeat(32);
const setting = (
  name: StoredSetting['name'],
  change: Partial<StoredSetting> = {},
): StoredSetting => ({
  ...{ name, value: null, isSet: false, isSecret: name === 'SMTP_URL' },
  ...{ source: 'default' as const, counts: 'at once' as const, isWaiting: false },
  ...change,
});

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  settings: [] as StoredSetting[],
  sent: [] as { call: string; body: unknown }[],
  backups: {} as BackupFigures,
  /** Fields of the next writing call that are refused. */
  refusal: null as { message: string; fields?: Record<string, string> } | null,
  roles: ['user'] as Session['roles'],
  realFetch: window.fetch,
};
const BACKUPS: BackupFigures = {
  ...{ folder: '/backup', schedule: null, keep: 14, next: null, copies: [] },
  ...{ isRunning: false, isTooOld: false, lastFailure: null },
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ call, body });
  if (server.refusal && !call.startsWith('GET')) {
    const { message, fields } = server.refusal;
    const error = { code: 'bad_request', message };
    return answer(400, { ok: false, message, error, ...(fields && { validationErrors: fields }) });
  }
  if (call === 'GET /admin/settings') return ok({ settings: server.settings });
  if (call === 'POST /admin/settings') {
    server.settings = server.settings.map((one): StoredSetting => {
      const value = body.changes[one.name];
      if (value === undefined) return one;
      return {
        ...one,
        value,
        isSet: value !== null,
        source: value === null ? 'default' : 'stored',
      };
    });
    return ok({ settings: server.settings });
  }
  if (call === 'GET /operations/backups') return ok(server.backups);
  if (call === 'POST /operations/backups') {
    server.backups = { ...BACKUPS, isRunning: true };
    return ok({});
  }
  if (call === 'POST /setup/link') return ok({ expires: Date.now() + 60_000 });
  if (call === 'POST /setup/claim') {
    server.roles = ['user', 'admin'];
    return ok({});
  }
  if (call === 'GET /auth/session') return ok({ ...ada, roles: server.roles });
  if (call === 'POST /admin/test-mail') {
    return ok({ to: 'ada@example.org', way: 'relay', refusal: 'ECONNREFUSED: no one is there' });
  }
  return ok({});
}

const ada: Session = {
  ...{ user_id: 'ada', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Ada' } },
};

beforeEach(async () => {
  Object.assign(server, { sent: [], backups: BACKUPS, refusal: null, roles: ['user'] });
  server.settings = STORED_SETTINGS.map((name) => setting(name));
  window.fetch = respond as typeof fetch;
  storeCredential(null);
  resetSession();
  await window_.viewport(1440, 900);
});
afterEach(() => {
  window.fetch = server.realFetch;
  storeCredential(null);
  resetSession();
});

function show(at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Setup />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const writing = () => server.sent.filter(({ call }) => !call.startsWith('GET'));

test('a link that does not hold says one sentence and how to get another; so does no link', async () => {
  server.refusal = { message: 'This link was used already, is too old, or a newer one was made' };
  const stale = await show(`/setup#${TOKEN}`);
  await expect.element(stale.getByText(/^This link was used already/)).toBeVisible();
  await expect.element(stale.getByText(/npm run admin -- link/)).toBeVisible();
  expect(await violations(stale.container)).toEqual([]);
  await stale.unmount();
  const none = await show('/setup');
  await expect.element(none.getByText(/^This page is for administrators/)).toBeVisible();
});

test('a visitor with a good link makes the account; what is wrong with it stands at its field', async () => {
  const page = await show(`/setup#${TOKEN}`);
  await userEvent.fill(page.getByLabelText('User name'), 'ada');
  await userEvent.fill(page.getByLabelText('E-mail'), 'ada@example.org');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Correct horse');
  await userEvent.fill(page.getByLabelText('Password again'), 'Correct horse');
  await userEvent.click(page.getByRole('checkbox', { name: /I agree/ }));
  server.refusal = { message: 'x', fields: { 'account.password': 'is one of the commonest' } };
  await userEvent.click(page.getByRole('button', { name: 'Make my account' }));
  await expect.element(page.getByText('is one of the commonest', { exact: true })).toBeVisible();
  const asked = writing().find(({ call }) => call === 'POST /setup');
  expect(asked?.body).toMatchObject({
    token: TOKEN,
    account: { username: 'ada', email: 'ada@example.org' },
  });
  expect(await violations(page.container)).toEqual([]);
});

test('a person who is signed in becomes administrator, and the settings come next', async () => {
  storeCredential(`${'t'.repeat(24)}:${'p'.repeat(24)}`);
  setUser(ada, null);
  const page = await show(`/setup#${TOKEN}`);
  await userEvent.click(page.getByRole('button', { name: 'Make ada administrator' }));
  await expect.element(page.getByRole('heading', { name: 'Who may sign up' })).toBeVisible();
  expect(writing().map(({ call }) => call)).toEqual(['POST /setup/link', 'POST /setup/claim']);
});

test('an administrator changes what was not set by the environment, and only what changed is sent', async () => {
  setUser({ ...ada, roles: ['user', 'admin'] }, null);
  server.settings = server.settings.map(
    (one): StoredSetting =>
      one.name === 'OPERATOR_NAME'
        ? setting(one.name, { value: 'The hall', isSet: true, source: 'environment' })
        : one.name === 'SIGN_UPS'
          ? setting(one.name, { value: 'closed', isSet: true, source: 'environment' })
          : one.name === 'SMTP_URL'
            ? setting(one.name, { isSet: true, source: 'stored' })
            : one,
  );
  const page = await show('/setup');
  const legal = page.getByRole('form', { name: 'Who runs it' });
  await expect.element(legal.getByLabelText('Legal name')).toHaveAttribute('readonly');
  await expect
    .element(legal.getByText(/Set by the environment of the server \(OPERATOR_NAME\)/))
    .toBeVisible();
  await userEvent.fill(legal.getByLabelText('Contact'), 'post@example.org');
  await userEvent.click(legal.getByRole('button', { name: 'Save' }));
  await expect.element(legal.getByText('Saved', { exact: true })).toBeVisible();
  const people = page.getByRole('form', { name: 'Who may sign up' });
  await expect.element(people.getByLabelText('New accounts')).toHaveValue('No one');
  expect(people.getByRole('button').elements()).toEqual([]);

  const mail = page.getByRole('form', { name: 'Mail' });
  await expect.element(mail.getByText(/^One is set: what you type takes its place/)).toBeVisible();
  server.refusal = { message: 'x', fields: { MAIL_FROM: 'must be a sender' } };
  await userEvent.fill(mail.getByLabelText('Sender'), 'me');
  await userEvent.click(mail.getByRole('button', { name: 'Save' }));
  await expect.element(mail.getByText('must be a sender')).toBeVisible();
  server.refusal = null;
  await userEvent.click(page.getByRole('button', { name: 'Remove the relay' }));
  await expect.poll(() => writing().at(-1)?.body).toEqual({ changes: { SMTP_URL: null } });
  await userEvent.click(page.getByRole('button', { name: 'Send me a test mail' }));
  await expect.element(page.getByText(/^The mail did not go: ECONNREFUSED/)).toBeVisible();
  expect(writing().map(({ body }) => body)).toEqual([
    { changes: { OPERATOR_CONTACT: 'post@example.org' } },
    { changes: { MAIL_FROM: 'me' } },
    { changes: { SMTP_URL: null } },
    undefined,
  ]);
  expect(await violations(page.container)).toEqual([]);
  await window_.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a backup is begun by the step, and its figures stand there once it is made', async () => {
  setUser({ ...ada, roles: ['user', 'admin'] }, null);
  const page = await show('/setup');
  const step = page.getByRole('region', { name: 'Backups' });
  server.refusal = { message: 'Say first in which folder backups belong' };
  await userEvent.click(step.getByRole('button', { name: 'Back up now' }));
  await expect.element(step.getByText(/^Say first in which folder/)).toBeVisible();
  server.refusal = null;
  await userEvent.click(step.getByRole('button', { name: 'Back up now' }));
  const busy = step.getByRole('button', { name: 'A backup is being made' });
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  server.backups = { ...BACKUPS, copies: [{ made: Date.now(), bytes: 12_000_000, missing: 2 }] };
  await expect
    .element(step.getByText(/a database of .* MB and its files, verified, .* lacks 2 files/))
    .toBeVisible();
});
