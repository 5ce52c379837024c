/** The page of signing in against a server that answers and refuses: passkeys, the second step, a device that is not known. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import {
  showingOptions,
  type TestAuthenticator,
  testAuthenticator,
} from '../../tests/support/passkeys.ts';
import type { SecondWay } from '../data/contract/factors.ts';
import { storeCredential } from '../data/credential.ts';
import { resetSession, session, setUser } from '../data/stores/session.ts';
import { restMayCome } from '../hud/parts/page/firstSound.ts';
import { NotMePage } from './devices.tsx';
import { Login } from './Login.tsx';

const TICKET = 't'.repeat(32);
const ada = {
  ...{ user_id: 'ada', roles: [], issued: 0, expires: 9e12, provider: 'local' },
  profile: { displayName: 'Ada' },
};
const LOGIN = { ...ada, token: 'a', password: 'b' };

interface Answer {
  status: number;
  body: Record<string, unknown>;
}
const ok = (data: unknown): Answer => ({ status: 200, body: { ok: true, data } });
const refused = (status: number, code: string, message: string, more = {}): Answer => ({
  status,
  body: { ok: false, message, error: { code, message }, ...more },
});
const wrong = (field: string, message: string) =>
  refused(400, 'bad_request', `${field}: ${message}`, { validationErrors: { [field]: message } });
const secondFactor = (...ways: SecondWay[]) => {
  const step = { ticket: TICKET, ways, expires: Date.now() + 300_000 };
  return refused(401, 'second_factor', 'Show your second factor too', { secondFactor: step });
};

/** What the server says, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  answers: {} as Record<string, Answer>,
  sent: [] as { call: string; body: Record<string, unknown> }[],
  realFetch: window.fetch,
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  server.sent.push({ call, body: init?.body ? JSON.parse(String(init.body)) : {} });
  const { status, body } = server.answers[call] ?? ok({});
  return Response.json(body, { status });
}
const sentTo = (call: string) => server.sent.filter((one) => one.call === call);

let authenticator: TestAuthenticator;

beforeEach(async () => {
  server.sent = [];
  server.answers = {
    'GET /site': ok({ passkeyHost: location.hostname }),
    'GET /auth/session': ok(ada),
    'POST /auth/passkey-login/start': ok(showingOptions()),
    'POST /auth/second-step/start': ok(showingOptions()),
    'POST /auth/passkey-login': ok(LOGIN),
    'POST /auth/second-step': ok(LOGIN),
  };
  window.fetch = respond as typeof fetch;
  sessionStorage.clear();
  storeCredential(null);
  resetSession();
  restMayCome();
  await window_.viewport(1440, 900);
  authenticator = await testAuthenticator();
});
afterEach(async () => {
  await authenticator.remove();
  window.fetch = server.realFetch;
  storeCredential(null);
  resetSession();
});

function show(at = '/login') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/login" element={<Login />} />
          <Route path="/not-me" element={<NotMePage />} />
          <Route path="/reset-password" element={<h1>A new password</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Types a name and the right password, which is not enough. */
async function firstStep(page: Awaited<ReturnType<typeof show>>, ...ways: SecondWay[]) {
  server.answers['POST /auth/login'] = secondFactor(...ways);
  await userEvent.fill(page.getByLabelText('Name or e-mail'), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  await userEvent.click(page.getByRole('button', { name: 'Sign in', exact: true }));
  await expect.element(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
}

test('the passkey that the browser suggests in the field of the name signs in', async () => {
  const id = await authenticator.makePasskey();
  const page = await show();
  await expect
    .element(page.getByLabelText('Name or e-mail'))
    .toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(() => session.status).toBe('in');
  expect(sentTo('POST /auth/passkey-login')).toMatchObject([{ body: { response: { id } } }]);
});

test('one press signs in; a passkey that the server does not know is said, and the device forgets it', async () => {
  await authenticator.makePasskey();
  const options = server.answers['POST /auth/passkey-login/start']!;
  // Without suggestions it is the press that counts.
  server.answers['POST /auth/passkey-login/start'] = refused(429, 'too_many_requests', 'Later');
  server.answers['POST /auth/passkey-login'] = refused(
    ...([401, 'unauthorised', 'This passkey is not known here'] as const),
  );
  const page = await show();
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await userEvent.click(button);
  await expect.element(page.getByText('Later')).toBeVisible();
  server.answers['POST /auth/passkey-login/start'] = options;
  await userEvent.click(button);
  await expect.element(page.getByText('This passkey is not known here')).toBeVisible();
  await expect.poll(authenticator.kept).toEqual([]);
  expect(await violations(page.container)).toEqual([]);
  await authenticator.makePasskey();
  server.answers['POST /auth/passkey-login'] = ok(LOGIN);
  await userEvent.click(button);
  await expect.poll(() => session.status).toBe('in');
});

test('a person who does not show their finger is told nothing, and may type the password', async () => {
  await authenticator.makePasskey();
  await authenticator.setVerified(false);
  const page = await show();
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await userEvent.click(button);
  await expect.poll(() => sentTo('POST /auth/passkey-login/start').length).toBeGreaterThan(1);
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
  expect(
    page
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['', '']);
  server.answers['POST /auth/login'] = ok(LOGIN);
  await userEvent.fill(page.getByLabelText('Name or e-mail'), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => session.status).toBe('in');
});

test.each([[null], ['another.example']])(
  'a server whose passkeys are for %s offers none here',
  async (passkeyHost) => {
    server.answers['GET /site'] = ok({ passkeyHost });
    const page = await show();
    await expect.poll(() => sentTo('GET /site').length).toBe(1);
    await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    expect(page.getByRole('button', { name: 'Sign in with a passkey' }).elements()).toEqual([]);
    expect(sentTo('POST /auth/passkey-login/start')).toEqual([]);
  },
);

test('a card of a class is asked for where there are teachers', async () => {
  const card = (page: Awaited<ReturnType<typeof show>>) =>
    page.getByRole('link', { name: 'I have a card' });
  const without = await show();
  await expect
    .element(without.getByRole('button', { name: 'Sign in with a passkey' }))
    .toBeVisible();
  expect(card(without).elements()).toEqual([]);
  await without.unmount();
  server.answers['GET /site'] = ok({ passkeyHost: location.hostname, hasClasses: true });
  await expect.element(card(await show())).toHaveAttribute('href', '/card');
});

test('a code is sent with its sixth digit; a wrong one stands where it was typed', async () => {
  const page = await show();
  await firstStep(page, 'code', 'recovery');
  const field = page.getByLabelText('Code from your app');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  server.answers['POST /auth/second-step'] = wrong('code', 'This code is wrong');
  await userEvent.type(field, '123 456');
  await expect.element(page.getByText('This code is wrong', { exact: true })).toBeVisible();
  await expect.element(field).toHaveValue('123 456');
  expect(sentTo('POST /auth/second-step')).toHaveLength(1);
  expect(await violations(page.container)).toEqual([]);

  // Another way, and back.
  await userEvent.click(page.getByRole('button', { name: 'Use a recovery code' }));
  const recovery = page.getByLabelText('Recovery code');
  server.answers['POST /auth/second-step'] = wrong('recoveryCode', 'This recovery code is wrong');
  await userEvent.fill(recovery, 'AAAAA-BBBBB');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('This recovery code is wrong', { exact: true }))
    .toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Use a code from your app' }));
  server.answers['POST /auth/second-step'] = ok(LOGIN);
  await userEvent.fill(page.getByLabelText('Code from your app'), '654321');
  await expect.poll(() => session.status).toBe('in');
  expect(sentTo('POST /auth/second-step').map(({ body }) => body)).toEqual([
    { ticket: TICKET, code: '123 456' },
    { ticket: TICKET, recoveryCode: 'AAAAA-BBBBB' },
    { ticket: TICKET, code: '654321' },
  ]);
});

test('a step that took too long leads back with a sentence and the name; so does the wish to start again', async () => {
  const page = await show();
  await firstStep(page, 'code');
  server.answers['POST /auth/second-step'] = refused(
    ...([400, 'bad_request', 'This took too long: start again'] as const),
  );
  await userEvent.fill(page.getByLabelText('Code from your app'), '123456');
  await expect.element(page.getByText('This took too long: start again.')).toBeVisible();
  await expect.element(page.getByLabelText('Name or e-mail')).toHaveValue('ada');
  await firstStep(page, 'code');
  await userEvent.click(page.getByRole('button', { name: 'Start again' }));
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  expect(page.getByText('This took too long').elements()).toEqual([]);
});

test('a passkey is the second step where the account has one', async () => {
  const id = await authenticator.makePasskey();
  // No suggestion takes the first step here.
  server.answers['POST /auth/passkey-login/start'] = refused(429, 'too_many_requests', 'Later');
  const page = await show();
  await firstStep(page, 'passkey', 'recovery');
  const button = page.getByRole('button', { name: 'Use a passkey' });
  server.answers['POST /auth/second-step'] = wrong('response', 'The passkey could not be checked');
  await userEvent.click(button);
  await expect
    .element(page.getByText('The passkey could not be checked', { exact: true }))
    .toBeVisible();
  server.answers['POST /auth/second-step'] = ok(LOGIN);
  await userEvent.click(button);
  await expect.poll(() => session.status).toBe('in');
  expect(sentTo('POST /auth/second-step').at(-1)?.body).toMatchObject({
    ticket: TICKET,
    response: { id },
  });
});

test('a device that was approved by a mail asks for the second step, and begins again where that took too long', async () => {
  const start = { remoteToken: 'r'.repeat(24), secret: 's'.repeat(24), code: 'ABC123', expires: 0 };
  server.answers['POST /accounts/auth/remote-login/start'] = ok(start);
  const claim = { state: 'approved', secondFactor: { ticket: TICKET, ways: ['code'], expires: 0 } };
  server.answers['POST /accounts/auth/remote-login/claim'] = ok(claim);
  server.answers['POST /auth/second-step'] = refused(400, 'bad_request', 'This took too long');
  const page = await show('/login?with=device');
  await expect.element(page.getByText(/^It is approved/)).toBeVisible();
  await userEvent.fill(page.getByLabelText('Code from your app'), '123456');
  await expect.element(page.getByText('ABC123', { exact: true })).toBeVisible();
  server.answers['POST /auth/second-step'] = ok(LOGIN);
  await userEvent.fill(page.getByLabelText('Code from your app'), '123456');
  await expect.poll(() => session.status).toBe('in');
});

test('the page of the mail says when, where and on which device, and signs out everywhere', async () => {
  const token = 'n'.repeat(24);
  server.answers['POST /auth/not-me/show'] = ok({
    ...{ at: Date.UTC(2030, 4, 3, 12), device: 'Firefox on Linux', region: 'Iceland' },
  });
  server.answers['POST /auth/not-me'] = ok({ resetToken: 'w'.repeat(24) });
  setUser(ada as never, null);
  const page = await show(`/not-me?token=${token}`);
  await expect.element(page.getByText('Firefox on Linux')).toBeVisible();
  await expect.element(page.getByText('Iceland')).toBeVisible();
  await expect.element(page.getByText(/2030/)).toBeVisible();
  expect(sentTo('POST /auth/not-me')).toEqual([]);
  expect(await violations(page.container)).toEqual([]);
  await window_.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.click(page.getByRole('button', { name: /^It was not me/ }));
  await expect.element(page.getByRole('heading', { name: 'A new password' })).toBeVisible();
  expect(sentTo('POST /auth/not-me')).toMatchObject([{ body: { token } }]);
  expect(session.status).toBe('out');
});

test('a link of such a mail that was used says so, and where to go', async () => {
  server.answers['POST /auth/not-me/show'] = refused(400, 'bad_request', 'x');
  const page = await show(`/not-me?token=${'n'.repeat(24)}`);
  await expect.element(page.getByText(/^This link was used already/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Set a new password' })).toBeVisible();
  await page.unmount();
  const none = await show('/not-me');
  await expect.element(none.getByText(/^This link is not complete/)).toBeVisible();
});
