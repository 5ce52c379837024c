/** Accounts elsewhere in one's own account, against a server that asks for a proof. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { useSnapshot } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import type { ProofStart } from '../../data/contract/factors.ts';
import type { LinkedProvider } from '../../data/contract/providers.ts';
import { keptText } from '../../data/keptText.ts';
import { endProof, proof } from '../../data/stores/proof.ts';
import { resetSession, setUser } from '../../data/stores/session.ts';
import { ui } from '../../data/stores/ui.ts';
import { FactorDoor } from '../parts/factors/FactorDoor.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SignInPanel } from './SignInPanel.tsx';

const HILL = { id: 'hill', name: 'Hill School', button: 'Sign in with Hill School' };
const LINK: LinkedProvider = {
  ...{ id: 'l1', provider: 'hill', name: 'Hill School' },
  ...{ label: 'ada@hill.example', created: Date.UTC(2030, 0, 2) },
};

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  linked: [] as LinkedProvider[],
  hasPassword: true,
  isProven: false,
  proof: { hasPassword: true, ways: [] } as ProofStart,
  sent: [] as { call: string; body: Record<string, unknown> | undefined }[],
  realFetch: window.fetch,
};
const ok = (data: unknown) => Response.json({ ok: true, data });
const refused = (status: number, code: string, message: string) =>
  Response.json({ ok: false, message, error: { code, message } }, { status });
const callsOf = (call: string) => server.sent.filter((one) => one.call === call);

/** What a call does that asks for a proof. */
const PROVEN: Readonly<Record<string, (() => Response) | undefined>> = {
  'DELETE /auth/providers/l1'() {
    if (!server.hasPassword) {
      return refused(409, 'conflict', 'This is your last way in: add another one first');
    }
    server.linked = [];
    return ok({});
  },
  'POST /auth/first-password'() {
    server.hasPassword = true;
    return ok({});
  },
};

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ call, body });
  const isStart = call === 'POST /auth/provider/start';
  const deed = PROVEN[call];
  if ((deed || (isStart && body.intent === 'link')) && !server.isProven) {
    return refused(403, 'proof_required', 'Show once more that it is you');
  }
  if (deed) return deed();
  if (isStart) {
    const address = `${window.location.href.split('#')[0]}#there`;
    return ok({ address, binding: 'b'.repeat(32) });
  }
  if (call === 'GET /site') return ok({ providers: [HILL], passkeyHost: null });
  if (call === 'GET /auth/factors') {
    return ok({ canHavePasskeys: false, passkeys: [], hasTimeCodes: false, recoveryCodes: 0 });
  }
  if (call === 'GET /auth/providers') {
    return ok({ linked: server.linked, hasPassword: server.hasPassword });
  }
  if (call === 'GET /accounts/sign-ins') return ok({ signIns: [] });
  if (call === 'POST /auth/proof/start') return ok(server.proof);
  if (call === 'POST /auth/proof') {
    server.isProven = true;
    return ok({ until: Date.now() + 600_000 });
  }
  return ok({});
}

beforeEach(async () => {
  Object.assign(server, { linked: [], hasPassword: true, isProven: false, sent: [] });
  server.proof = { hasPassword: true, ways: [] };
  window.fetch = respond as typeof fetch;
  sessionStorage.clear();
  const times = { issued: 0, expires: Number.MAX_SAFE_INTEGER };
  const profile = { displayName: 'Ada' };
  setUser({ user_id: 'ada', roles: ['user'], ...times, provider: 'local', profile }, null);
  await window_.viewport(1440, 900);
});
afterEach(() => {
  window.fetch = server.realFetch;
  window.location.hash = '';
  endProof(false);
  ui.notice = null;
  resetSession();
});

/** As the shell does it. */
function Door() {
  return useSnapshot(proof).isAsked && <FactorDoor />;
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
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('an account elsewhere is linked after a proof', async () => {
  const page = await show();
  await userEvent.click(page.getByRole('button', { name: 'Link Hill School' }));
  const dialog = page.getByRole('dialog', { name: 'Show once more that it is you' });
  await userEvent.type(dialog.getByLabelText('Password', { exact: true }), 'Rings4Ever{Enter}');
  await expect.poll(() => window.location.hash).toBe('#there');
  expect(callsOf('POST /auth/provider/start').at(-1)?.body).toEqual({
    ...{ provider: 'hill', intent: 'link' },
  });
  expect(keptText('rondo/provider', 'sessionStorage')).toContain('/account?tab=sign-in');
});

test('one that is linked says what it is, and is unlinked; not as the last way in', async () => {
  server.linked = [LINK];
  server.isProven = true;
  server.hasPassword = false;
  const page = await show();
  await expect.element(page.getByText('Your account at Hill School alone.')).toBeVisible();
  await expect.element(page.getByText(/ada@hill\.example, linked/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Link Hill School' }).elements()).toEqual([]);
  await window_.viewport(390, 844);
  expect(await violations(page.container)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const unlink = () => page.getByRole('button', { name: 'Unlink Hill School, ada@hill.example' });
  await userEvent.click(unlink());
  const dialog = page.getByRole('dialog', { name: 'Unlink this account?' });
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  await expect.element(dialog.getByText(/your last way in/)).toBeVisible();
  server.hasPassword = true;
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Link Hill School' })).toBeVisible();
});

test('an account without a password proves by its account elsewhere, and may set a password', async () => {
  server.linked = [LINK];
  server.hasPassword = false;
  server.proof = { hasPassword: false, ways: [], providers: [HILL] };
  const page = await show(<PasswordPanel userId="ada" />);
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Rings4Ever');
  await userEvent.fill(page.getByLabelText('Password again'), 'Rings4Ever');
  await userEvent.click(page.getByRole('button', { name: 'Set the password' }));
  const dialog = page.getByRole('dialog', { name: 'Show once more that it is you' });
  await userEvent.click(dialog.getByRole('button', { name: HILL.button }));
  await expect.poll(() => window.location.hash).toBe('#there');
  expect(callsOf('POST /auth/provider/start').at(-1)?.body).toEqual({
    ...{ provider: 'hill', intent: 'proof' },
  });
  // Back with the proof.
  endProof(false);
  server.isProven = true;
  await userEvent.click(page.getByRole('button', { name: 'Set the password' }));
  await expect.element(page.getByRole('button', { name: 'Change password' })).toBeVisible();
});
