/** What opens an account, against a server that asks for a proof: what is shown stays true, and nothing is lost. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { useSnapshot } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import {
  addingOptions,
  showingOptions,
  type TestAuthenticator,
  testAuthenticator,
} from '../../../tests/support/passkeys.ts';
import { transport } from '../../audio/state/transport.ts';
import type { Session } from '../../data/contract/auth.ts';
import type { Factors, ProofStart, SignIn } from '../../data/contract/factors.ts';
import { keepText } from '../../data/keptText.ts';
import { endOtherSessions } from '../../data/queries/account.ts';
import { commit } from '../../data/stores/commit.ts';
import { closeCodes, endProof, proof } from '../../data/stores/proof.ts';
import { resetSession, setUser } from '../../data/stores/session.ts';
import { ui } from '../../data/stores/ui.ts';
import { FactorDoor } from '../parts/factors/FactorDoor.tsx';
import { PasskeyOffer } from '../parts/factors/PasskeyOffer.tsx';
import { Notice } from '../parts/Notice.tsx';
import { SignInPanel } from './SignInPanel.tsx';

const CODES = Array.from({ length: 10 }, (_, at) => `AAAA${at}-BBBB${at}`);
const NONE: Factors = {
  canHavePasskeys: true,
  passkeys: [],
  hasTimeCodes: false,
  recoveryCodes: 0,
};
const LAPTOP = {
  ...{ id: 'k'.repeat(22), name: 'The laptop with a name that goes on and on', isSynced: true },
  ...{ created: Date.UTC(2030, 0, 2), lastUsed: null },
};
const BY_PASSWORD: ProofStart = { hasPassword: true, ways: [] };
const signInOf = (id: string, change: Partial<SignIn>): SignIn => ({
  ...{ id, at: Date.UTC(2030, 4, 3, 12), way: 'password', device: 'Firefox on Linux' },
  ...{ region: 'Iceland', isNew: false, count: 1, ...change },
});

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  factors: NONE,
  signIns: [] as SignIn[],
  proof: BY_PASSWORD,
  passkeyHost: null as string | null,
  /** Did this session show who is there? */
  isProven: true,
  sent: [] as { call: string; body: Record<string, unknown> | undefined }[],
  realFetch: window.fetch,
};

const ok = (data: unknown) => Response.json({ ok: true, data });
const refused = (status: number, code: string, message: string, more = {}) =>
  Response.json({ ok: false, message, error: { code, message }, ...more }, { status });
const wrong = (field: string, message: string) =>
  refused(400, 'bad_request', `${field}: ${message}`, { validationErrors: { [field]: message } });

/** What a call does that asks for a proof. */
const PROVEN: Readonly<Record<string, (body: Record<string, unknown>) => unknown>> = {
  'POST /auth/passkeys/start': addingOptions,
  'POST /auth/recovery-codes': () => ({ recoveryCodes: CODES }),
  'POST /auth/time-codes/start': () => ({
    ...{ secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Rondo:ada?secret=JBSWY3DPEHPK3PXP' },
  }),
  'DELETE /accounts/sessions': () => ({ ended: 2 }),
  'DELETE /auth/time-codes'() {
    server.factors = { ...server.factors, hasTimeCodes: false };
    return {};
  },
};

function prove(body: Record<string, unknown>): Response {
  const { ways } = server.proof;
  if (!body.response && body.password !== 'Rings4Ever')
    return wrong('password', 'Not your password');
  if (ways.length > 0 && !body.response && body.code !== '123456' && !body.recoveryCode) {
    return wrong('code', 'This code is wrong');
  }
  server.isProven = true;
  return ok({ until: Date.now() + 600_000 });
}

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ call, body });
  const deed = PROVEN[call] ?? (call.startsWith('DELETE /auth/passkeys/') && removeOne);
  if (deed) {
    if (server.isProven) return ok(deed(body));
    return refused(403, 'proof_required', 'Show once more that it is you');
  }
  if (call === 'GET /site') {
    return ok({
      passkeyHost: server.passkeyHost,
      operatorContact: 'post@example.org',
      serverName: 'Rondo',
    });
  }
  if (call === 'GET /auth/factors') return ok(server.factors);
  if (call === 'GET /accounts/sign-ins') return ok({ signIns: server.signIns });
  if (call === 'POST /auth/proof/start') return ok(server.proof);
  if (call === 'POST /auth/proof') return prove(body);
  if (call === 'POST /auth/time-codes') {
    if (body.code !== '123456') return wrong('code', 'This code is wrong');
    server.factors = { ...server.factors, hasTimeCodes: true, recoveryCodes: 10 };
    return ok({ recoveryCodes: CODES });
  }
  if (call === 'POST /auth/passkeys') {
    const passkey = { ...LAPTOP, id: body.response.id };
    server.factors = { ...server.factors, passkeys: [passkey], recoveryCodes: 10 };
    return ok({ passkey, recoveryCodes: CODES });
  }
  const [passkey] = server.factors.passkeys;
  if (passkey && call === `POST /auth/passkeys/${passkey.id}`) {
    server.factors = { ...server.factors, passkeys: [{ ...passkey, name: body.name }] };
  }
  return ok({});
}
function removeOne() {
  server.factors = NONE;
  return {};
}
const callsOf = (call: string) => server.sent.filter((one) => one.call === call);

const ada: Session = {
  ...{ user_id: 'ada', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Ada' } },
};
let authenticator: TestAuthenticator;

beforeEach(async () => {
  Object.assign(server, {
    factors: NONE,
    signIns: [],
    proof: BY_PASSWORD,
    isProven: true,
    sent: [],
  });
  server.passkeyHost = location.hostname;
  window.fetch = respond as typeof fetch;
  keepText('rondo/passkey-offer', null);
  setUser(ada, null);
  await window_.viewport(1440, 900);
  authenticator = await testAuthenticator();
});
afterEach(async () => {
  await authenticator.remove();
  window.fetch = server.realFetch;
  endProof(false);
  closeCodes();
  commit.sent = [];
  transport.status = 'stopped';
  ui.notice = null;
  resetSession();
});

/** As the shell does it. */
function Door() {
  const { isAsked, codes } = useSnapshot(proof);
  return (isAsked || codes) && <FactorDoor />;
}

function show(panel = <SignInPanel />) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <main>
          <h1>Ada</h1>
          {panel}
        </main>
        <Door />
        <Notice />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a passkey is added after a proof, and its codes are shown once; then it is renamed and removed', async () => {
  server.isProven = false;
  const page = await show();
  await expect.element(page.getByText(/^Your password alone\. /)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Add a passkey' }));
  const dialog = page.getByRole('dialog', { name: 'Show once more that it is you' });
  const password = dialog.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  expect(await violations(document.body)).toEqual([]);
  await userEvent.type(password, 'wrong{Enter}');
  await expect.element(dialog.getByText('Not your password')).toBeVisible();
  await userEvent.fill(password, 'Rings4Ever');
  await userEvent.keyboard('{Enter}');

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect.element(codes.getByText(CODES[9]!)).toBeVisible();
  await expect.element(codes.getByRole('button', { name: 'Download' })).toBeVisible();
  await window_.viewport(390, 844);
  expect(await violations(document.body)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.click(codes.getByRole('button', { name: 'I kept them' }));
  await expect.element(codes).not.toBeInTheDocument();
  expect(await authenticator.kept()).toHaveLength(1);

  await expect.element(page.getByText(/^Your password alone is not enough any more/)).toBeVisible();
  await expect.element(page.getByText('10 codes left.')).toBeVisible();
  await expect.element(page.getByText(/not used yet/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await userEvent.click(page.getByRole('button', { name: `Rename ${LAPTOP.name}` }));
  await userEvent.fill(page.getByLabelText('Name of the passkey'), 'The desk');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Remove The desk' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await expect.element(page.getByText('You have none yet.')).toBeVisible();
});

test('several calls wait for one proof; closed, nothing is changed and each says so', async () => {
  server.isProven = false;
  const page = await show();
  const outcomes: string[] = [];
  const tell = (deed: Promise<unknown>) =>
    void deed.then(
      () => outcomes.push('done'),
      (error: Error) => outcomes.push(error.message),
    );
  tell(endOtherSessions());
  tell(endOtherSessions());
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => outcomes).toEqual(['Nothing was changed.', 'Nothing was changed.']);
  await expect.element(dialog).not.toBeInTheDocument();

  tell(endOtherSessions());
  tell(endOtherSessions());
  await userEvent.type(dialog.getByLabelText('Password', { exact: true }), 'Rings4Ever{Enter}');
  await expect.poll(() => outcomes.slice(2)).toEqual(['done', 'done']);
  expect(callsOf('POST /auth/proof')).toHaveLength(1);
});

test('with a second factor the proof is a passkey, or the password with a code beside it', async () => {
  await authenticator.makePasskey();
  const passkeys = [LAPTOP];
  server.factors = { ...NONE, passkeys, hasTimeCodes: true, recoveryCodes: 2 };
  const ways = ['passkey', 'code', 'recovery'] as const;
  server.proof = { hasPassword: true, ways: [...ways], ...showingOptions() };
  server.isProven = false;
  const page = await show();
  await expect.element(page.getByText('Make new ones before they are gone.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Make new codes' }));
  await userEvent.click(page.getByRole('button', { name: 'Make them' }));
  const dialog = page.getByRole('dialog', { name: 'Show once more that it is you' });
  await userEvent.type(dialog.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  await userEvent.type(dialog.getByLabelText('Code from your app'), '000000{Enter}');
  await expect.element(dialog.getByText('This code is wrong')).toBeVisible();
  expect(await violations(document.body)).toEqual([]);
  // What was typed stays when another way is looked at.
  await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Use a code from your app' }));
  await expect.element(dialog.getByLabelText('Code from your app')).toHaveValue('000000');
  await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  await expect.element(page.getByText(CODES[0]!)).toBeVisible();
  expect(callsOf('POST /auth/proof').at(-1)?.body).toHaveProperty('response');
});

test('time codes are turned on with the first of them, and off again', async () => {
  const page = await show();
  await userEvent.click(page.getByRole('button', { name: 'Set up time codes' }));
  await expect.element(page.getByRole('img', { name: 'Code for your app' })).toBeVisible();
  await expect
    .element(page.getByLabelText('Or type this into the app'))
    .toHaveValue('JBSWY3DPEHPK3PXP');
  expect(await violations(page.container)).toEqual([]);
  const field = page.getByLabelText('Code from your app');
  await userEvent.type(field, '000000{Enter}');
  await expect.element(page.getByText('This code is wrong')).toBeVisible();
  await expect.element(field).toHaveValue('000000');
  await userEvent.fill(field, '123456');
  await userEvent.click(page.getByRole('button', { name: 'Turn on' }));
  await userEvent.click(page.getByRole('button', { name: 'I kept them' }));
  await expect.element(page.getByText('They are on.')).toBeVisible();
  await expect.element(page.getByText(/A code from your app is asked for/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'post@example.org' }))
    .toHaveAttribute('href', 'mailto:post@example.org');
  await userEvent.click(page.getByRole('button', { name: 'Turn off' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Turn off' }));
  await expect.element(page.getByText('They are off.')).toBeVisible();
});

test('the history marks new devices and counts what was refused, the rest on wish', async () => {
  server.signIns = [
    signInOf('a', { way: 'refused', count: 3, region: null }),
    signInOf('b', { way: 'passkey', isNew: true }),
    ...Array.from({ length: 20 }, (_, at) => signInOf(`c${at}`, { way: 'device', device: '' })),
  ];
  const page = await show();
  await expect.element(page.getByText('Refused: 3 wrong tries')).toBeVisible();
  await expect.element(page.getByText('New device')).toBeVisible();
  await expect.element(page.getByText(/2030.*, Firefox on Linux, Iceland$/)).toBeVisible();
  expect(page.getByText('Approved on another device').elements()).toHaveLength(6);
  await userEvent.click(page.getByRole('button', { name: 'Show all 22' }));
  expect(page.getByText('Approved on another device').elements()).toHaveLength(20);
  expect(await violations(page.container)).toEqual([]);
});

test.each([
  [null, /^Passkeys need a host name/],
  ['music.example', /^Passkeys of this server work at music\.example alone/],
])('a server whose passkeys are for %s says why there are none here', async (host, sentence) => {
  server.passkeyHost = host;
  const page = await show();
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(page.getByRole('button', { name: 'Add a passkey' }).elements()).toEqual([]);
});

test('after a commit a passkey is offered once, when nothing plays; not now means not again', async () => {
  transport.status = 'playing';
  const page = await show(<PasskeyOffer />);
  commit.sent = ['r1'];
  await expect.poll(() => callsOf('GET /auth/factors').length).toBe(1);
  const offer = page.getByText('Sign in with one touch next time.');
  expect(offer.elements()).toEqual([]);
  transport.status = 'stopped';
  await expect.element(offer).toBeVisible();
  await window_.viewport(390, 844);
  expect(await violations(page.container)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Not now' }));
  await expect.element(offer).not.toBeInTheDocument();
  await page.unmount();
  const again = await show(<PasskeyOffer />);
  commit.sent = ['r1', 'r2'];
  await expect.poll(() => callsOf('GET /site').length).toBe(2);
  expect(again.getByText('Sign in with one touch next time.').elements()).toEqual([]);
  expect(callsOf('GET /auth/factors')).toHaveLength(1);
});

test('the offer adds a passkey where the person stands, and tells the codes', async () => {
  const page = await show(<PasskeyOffer />);
  commit.sent = ['r1'];
  await userEvent.click(page.getByRole('button', { name: 'Add a passkey' }));
  await expect.element(page.getByText(CODES[0]!)).toBeVisible();
  expect(await authenticator.kept()).toHaveLength(1);
});
