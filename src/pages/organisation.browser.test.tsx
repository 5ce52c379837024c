/** Going to an account elsewhere and coming back, against a server that answers and refuses. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { storeCredential } from '../data/credential.ts';
import { keepText, keptText } from '../data/keptText.ts';
import { resetSession, session, setUser } from '../data/stores/session.ts';
import { ui } from '../data/stores/ui.ts';
import { restMayCome } from '../hud/parts/page/firstSound.ts';
import { Login } from './Login.tsx';
import { Organisation } from './Organisation.tsx';
import { Register } from './signUp.tsx';

const KEY = 'rondo/provider';
const HILL = { id: 'hill', name: 'Hill School', button: 'Sign in with Hill School' };
const ada = {
  ...{ user_id: 'ada', roles: [], issued: 0, expires: 9e12, provider: 'local' as const },
  profile: { displayName: 'Ada' },
};
const LOGIN = { ...ada, token: 'a', password: 'b' };
const NEWCOMER = {
  ticket: 't'.repeat(32),
  provider: { id: 'hill', name: 'Hill School' },
  suggestedName: 'ada-hill',
  email: 'ada@hill.example',
  mayMake: true,
};

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
const siteSays = (change: object) =>
  ok({ signUps: 'open', providers: [HILL], hidesPasswords: false, passkeyHost: null, ...change });

beforeEach(async () => {
  server.sent = [];
  server.answers = {
    'GET /site': siteSays({}),
    'GET /auth/session': ok(ada),
    'POST /auth/provider/start': ok({
      address: `${window.location.href.split('#')[0]}#there`,
      binding: 'b'.repeat(32),
    }),
  };
  window.fetch = respond as typeof fetch;
  sessionStorage.clear();
  storeCredential(null);
  resetSession();
  restMayCome();
  await window_.viewport(1440, 900);
});
afterEach(() => {
  window.fetch = server.realFetch;
  window.location.hash = '';
  storeCredential(null);
  resetSession();
});

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <h1>{`At ${pathname}${search}`}</h1>;
}

function show(at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
          <Route path="/oidc" element={<Organisation />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Comes back from a provider with an answer that the server takes for this. */
function comesBack(answer: Answer, trip: object = {}) {
  server.answers['POST /auth/provider/finish'] = answer;
  const kept = { provider: 'hill', intent: 'sign-in', back: '/feed', binding: 'b'.repeat(32) };
  keepText(KEY, JSON.stringify({ ...kept, ...trip }), 'sessionStorage');
  return show('/oidc?code=c1&state=s1');
}

test('its button stands above the form and leads there; what binds the answer stays in this window', async () => {
  const page = await show('/login?success=%2Flisten');
  await expect.element(page.getByLabelText('Name or e-mail')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: HILL.button }));
  await expect.poll(() => window.location.hash).toBe('#there');
  expect(sentTo('POST /auth/provider/start')).toMatchObject([
    { body: { provider: 'hill', intent: 'sign-in' } },
  ]);
  expect(JSON.parse(keptText(KEY, 'sessionStorage') ?? '{}')).toEqual({
    ...{ provider: 'hill', intent: 'sign-in', back: '/listen', binding: 'b'.repeat(32) },
  });
  expect(await violations(page.container)).toEqual([]);
});

test('where it does not answer the button says so, and the form is still there', async () => {
  const message = 'Your organisation does not answer at present';
  server.answers['POST /auth/provider/start'] = refused(503, 'unavailable', message);
  const page = await show('/login');
  await userEvent.click(page.getByRole('button', { name: HILL.button }));
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByLabelText('Name or e-mail')).toBeVisible();
});

test('where passwords are hidden their form comes by its own address alone', async () => {
  server.answers['GET /site'] = siteSays({ hidesPasswords: true });
  const page = await show('/login');
  await expect.element(page.getByRole('button', { name: HILL.button })).toBeVisible();
  await expect.element(page.getByLabelText('Name or e-mail')).not.toBeInTheDocument();
  await expect.element(page.getByText('Make an account')).not.toBeInTheDocument();
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByText('I run this server: sign in with a password'));
  await expect.element(page.getByLabelText('Name or e-mail')).toBeVisible();
});

test('the page of signing up has the buttons, and no form where passwords are hidden', async () => {
  const open = await show('/register');
  await expect.element(open.getByRole('button', { name: HILL.button })).toBeVisible();
  await expect.element(open.getByLabelText('E-mail')).toBeVisible();
  await open.unmount();
  server.answers['GET /site'] = siteSays({ hidesPasswords: true });
  const hidden = await show('/register');
  await expect.element(hidden.getByRole('button', { name: HILL.button })).toBeVisible();
  await expect.element(hidden.getByLabelText('E-mail')).not.toBeInTheDocument();
});

test('coming back signs in and goes on where the person was', async () => {
  const page = await comesBack(ok({ login: LOGIN }));
  await expect.element(page.getByText('At /feed')).toBeVisible();
  expect(session.user?.user_id).toBe('ada');
  expect(sentTo('POST /auth/provider/finish')).toMatchObject([
    { body: { query: 'code=c1&state=s1', binding: 'b'.repeat(32) } },
  ]);
  expect(keptText(KEY, 'sessionStorage')).toBeNull();
});

test('coming back leads to no page of another server', async () => {
  const page = await comesBack(ok({ login: LOGIN }), { back: 'https://elsewhere.example/' });
  await expect.element(page.getByText('At /', { exact: true })).toBeVisible();
});

test('a newcomer chooses a name and agrees to the terms; a name that is taken is said at its field', async () => {
  const page = await comesBack(ok({ newcomer: NEWCOMER }));
  const name = page.getByLabelText('User name');
  await expect.element(name).toHaveValue('ada-hill');
  expect(await violations(page.container)).toEqual([]);
  const send = page.getByRole('button', { name: 'Make my account' });
  await userEvent.click(send);
  expect(sentTo('POST /auth/provider/account')).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: /I agree/ }));
  server.answers['POST /auth/provider/account'] = wrong('username', 'This name is already taken');
  await userEvent.click(send);
  await expect.element(page.getByText('This name is already taken')).toBeVisible();
  server.answers['POST /auth/provider/account'] = ok(LOGIN);
  await userEvent.fill(name, 'ada-two');
  await userEvent.click(send);
  await expect.element(page.getByText('At /feed')).toBeVisible();
  expect(sentTo('POST /auth/provider/account').at(-1)?.body).toEqual({
    ...{ ticket: NEWCOMER.ticket, username: 'ada-two', productUpdates: false },
  });
  expect(sentTo('POST /accounts/settings').length).toBe(1);
});

test('a newcomer with an account here links it by its password, and by a code where it asks for one', async () => {
  const page = await comesBack(ok({ newcomer: NEWCOMER }));
  await userEvent.click(page.getByText('I have an account here'));
  await userEvent.fill(page.getByLabelText('Name or e-mail'), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  server.answers['POST /auth/provider/link'] = wrong('code', 'This account asks for a code, too');
  const send = page.getByRole('button', { name: 'Link and sign in' });
  await userEvent.click(send);
  await expect.element(page.getByText('This account asks for a code, too')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Code from your app'), '123456');
  server.answers['POST /auth/provider/link'] = ok(LOGIN);
  await userEvent.click(send);
  await expect.element(page.getByText('At /feed')).toBeVisible();
  expect(sentTo('POST /auth/provider/link').at(-1)?.body).toEqual({
    ...{ ticket: NEWCOMER.ticket, username: 'ada', password: 'Rings4Ever', code: '123456' },
  });
});

test('a wrong password says so and keeps the guest who typed it', async () => {
  storeCredential('guest:pair');
  setUser({ ...ada, user_id: 'Zoe-4k2pq', guestOf: 'jam1' }, null);
  const page = await comesBack(ok({ newcomer: { ...NEWCOMER, mayMake: false } }));
  await userEvent.fill(page.getByLabelText('Name or e-mail'), 'ada');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Wrong4Ever');
  const message = 'The name or the password is wrong';
  server.answers['POST /auth/provider/link'] = refused(401, 'unauthorised', message);
  await userEvent.click(page.getByRole('button', { name: 'Link and sign in' }));
  await expect.element(page.getByText(message)).toBeVisible();
  expect(session.user?.user_id).toBe('Zoe-4k2pq');
  await expect.element(page.getByText('I have no account here')).not.toBeInTheDocument();
});

test('a guest makes an account of what they are', async () => {
  storeCredential('guest:pair');
  setUser({ ...ada, user_id: 'Zoe-4k2pq', guestOf: 'jam1' }, null);
  const page = await comesBack(ok({ newcomer: NEWCOMER }));
  await expect.element(page.getByLabelText('User name')).toHaveValue('Zoe-4k2pq');
  await expect.element(page.getByLabelText('User name')).toHaveAttribute('readonly');
});

test('a link and a proof lead back, and say what to do', async () => {
  const linked = await comesBack(ok({ linked: true }), { intent: 'link' });
  await expect.element(linked.getByText('At /account?tab=sign-in')).toBeVisible();
  expect(ui.notice?.text).toContain('linked');
  await linked.unmount();
  const proof = { intent: 'proof', back: '/account?tab=devices' };
  const proven = await comesBack(ok({ until: 9e12 }), proof);
  await expect.element(proven.getByText('At /account?tab=devices')).toBeVisible();
  expect(ui.notice?.text).toContain('Do once more');
});

test('what is refused is said in a sentence, with a way on', async () => {
  const message = 'You said no there, or your organisation said no';
  const page = await comesBack(refused(403, 'forbidden', message));
  await expect.element(page.getByText(`${message}.`)).toBeVisible();
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByText('Start again'));
  await expect.element(page.getByLabelText('Name or e-mail')).toBeVisible();
  await page.unmount();
  // In a window that began nothing.
  const other = await show('/oidc?code=c1&state=s1');
  await expect.element(other.getByText(/begun in another browser or window/)).toBeVisible();
  expect(sentTo('POST /auth/provider/finish')).toHaveLength(1);
});
