/** Pages of plans against a server that answers, refuses and learns late: what is shown stays true. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent, page as window_ } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import type { Session } from '../data/contract/auth.ts';
import type { Code, PartnerCollection, Subscription } from '../data/contract/plans.ts';
import { setRegion } from '../data/stores/locale.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { PlanPanel } from '../hud/account/PlanPanel.tsx';
import { RedemptionCodes } from '../hud/moderation/RedemptionCodes.tsx';
import { Plus } from './Plus.tsx';

const allowance = {
  free: { quotaBytes: 1024 ** 3, trackSec: 300, clubsOwned: 20 },
  plus: { quotaBytes: 10 * 1024 ** 3, trackSec: 1800, clubsOwned: 100 },
};
const FREE: Subscription = {
  ...{ description: 'Free', status: 'none', renews: null, ends: null, sources: [] },
  ...{ hasPortal: false, isPlayMoney: true, allowance },
};
const PAID: Subscription = {
  ...{ ...FREE, description: 'Plus', status: 'active', renews: Date.UTC(2030, 4, 3) },
  ...{ sources: ['subscription'], hasPortal: true },
};
const price = (product: string, amount: string, interval: 'month' | null = null) => {
  return { product, amount, currency: 'gbp' as const, interval };
};
const GLOW: PartnerCollection = {
  ...{ id: 'glow', product: 'partners-glow', name: 'Glow', partner: 'A partner', description: '' },
  licence: { slug: 'cc-by-4.0', title: 'Name us', terms: 'In what you release, name us.' },
  ...{ loopCount: 1, loops: [{ id: 'l1', name: 'Hum', category: 'bass' }] },
  ...{ price: price('partners-glow', '1200'), isOwned: false },
};

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  plan: FREE,
  collections: [GLOW],
  codes: [] as Code[],
  hasPrices: true,
  sent: [] as { call: string; body: unknown }[],
  /** Answers the next writing call with this. */
  refusal: null as { status: number; message: string } | null,
  realFetch: window.fetch,
};

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const ok = (data: unknown) => answer(200, { ok: true, data });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ call, body });
  if (!call.startsWith('GET') && server.refusal) {
    const { status, message } = server.refusal;
    return answer(status, { ok: false, message, error: { code: 'x', message } });
  }
  if (call === 'GET /payments/stripe/prices') {
    if (!server.hasPrices) return answer(503, { ok: false, message: 'The till does not answer' });
    const subscription = { plus: price('plus', '500', 'month') };
    return ok({ isPlayMoney: true, subscription, products: {}, allowance });
  }
  if (call === 'GET /partner-collection') return ok({ collections: server.collections });
  if (call === 'GET /subscriptions/my-subscription') return ok(server.plan);
  if (call === 'GET /library/my-purchases') return ok({ purchases: [] });
  if (call === 'GET /partner-collection/my-licenses') return ok({ licenses: [] });
  if (call === 'GET /payments/redemption-codes') return ok({ codes: server.codes });
  if (call === 'POST /payments/redemption-codes') {
    const wish = { note: '', createdBy: 'ada', created: 1, expires: null, used: 0, isEnded: false };
    server.codes = ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'].map((code) => ({ ...body, ...wish, code }));
    return ok({ codes: server.codes });
  }
  if (call.startsWith('DELETE /payments/redemption-codes/')) {
    server.codes = server.codes.map((code, at) => ({ ...code, isEnded: at === 0 }));
  }
  return ok({ product: 'plus', name: 'Plus', until: null });
}

const ada: Session = {
  ...{ user_id: 'ada', roles: ['user', 'admin'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Ada' } },
};

beforeEach(async () => {
  Object.assign(server, { plan: FREE, collections: [GLOW], codes: [], hasPrices: true, sent: [] });
  server.refusal = null;
  window.fetch = respond as typeof fetch;
  setRegion('gb');
  setUser(ada, null);
  await window_.viewport(1440, 900);
});

afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
  setRegion('us');
});

function show(at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/plus" element={<Plus />} />
          <Route path="/account" element={<PlanPanel />} />
          <Route path="/codes" element={<RedemptionCodes />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('plus says what it costs and gives, to a visitor with the way back, and a refusal in words', async () => {
  resetSession();
  const visit = await show('/plus?code=AB12');
  await expect.element(visit.getByText('£5 a month')).toBeVisible();
  await expect.element(visit.getByRole('row', { name: /10 GB/ })).toBeVisible();
  await expect
    .element(visit.getByRole('link', { name: 'Get plus' }))
    .toHaveAttribute('href', '/register?success=%2Fplus%3Fcode%3DAB12');
  await expect.element(visit.getByText(/^Your code waits here/)).toBeVisible();
  await expect.element(visit.getByText('Play money.')).toBeVisible();
  expect(await violations(visit.container)).toEqual([]);
  await visit.unmount();

  setUser(ada, null);
  server.refusal = { status: 409, message: 'You are subscribed already' };
  const member = await show('/plus?code=AB12');
  await userEvent.click(member.getByRole('button', { name: 'Get plus' }));
  await expect.element(member.getByText('You are subscribed already')).toBeVisible();
  const returnTo = '/account?tab=plan&product=plus';
  expect(server.sent.find(({ call }) => call.endsWith('checkout-session'))?.body).toEqual({
    ...{ product: 'plus', region: 'gb', returnTo },
  });
  await expect.element(member.getByRole('textbox', { name: 'Code' })).toHaveValue('AB12');
  server.refusal = { status: 409, message: 'You have used this code already' };
  await userEvent.click(member.getByRole('button', { name: 'Redeem' }));
  await expect.element(member.getByText('You have used this code already.')).toBeVisible();
  await expect.element(member.getByRole('textbox', { name: 'Code' })).toHaveValue('AB12');
  server.refusal = null;
  server.collections = [{ ...GLOW, isOwned: true }];
  await expect.element(member.getByRole('button', { name: 'Glow: Get for £12' })).toBeVisible();
  await userEvent.click(member.getByRole('button', { name: 'Redeem' }));
  await expect.element(member.getByText('Plus is yours.')).toBeVisible();
  // What the code changed is asked for again.
  await expect.element(member.getByText('Yours', { exact: true })).toBeVisible();
  await member.unmount();

  server.hasPrices = false;
  const failed = await show('/plus');
  await expect.element(failed.getByText('The prices could not be loaded')).toBeVisible();
  server.hasPrices = true;
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
  await expect.element(failed.getByText('£5 a month')).toBeVisible();
});

test('whoever comes back from the till is told, and waits until the server knows', async () => {
  const returned = await show('/account?tab=plan&product=plus&checkout=done');
  await expect.element(returned.getByText(/The till has taken it/)).toBeVisible();
  await expect.element(returned.getByText('Free', { exact: true })).toBeVisible();
  server.plan = PAID;
  await expect.element(returned.getByText('Thank you. It is paid, and yours.')).toBeVisible();
  await expect.element(returned.getByText('Renews on 3 May 2030.')).toBeVisible();
  expect(await violations(returned.container)).toEqual([]);
  await userEvent.click(returned.getByRole('button', { name: 'Close' }));
  await expect.element(returned.getByText(/^Thank you/)).not.toBeInTheDocument();
  await returned.unmount();

  server.plan = { ...PAID, status: 'past_due', renews: null };
  const late = await show('/account?tab=plan&checkout=cancelled');
  await expect.element(late.getByText('Nothing was paid.')).toBeVisible();
  await expect.element(late.getByText(/^Your last payment failed/)).toBeVisible();
  await expect.element(late.getByRole('button', { name: 'Pay in the portal' })).toBeVisible();
});

test('administrators make codes and end them', async () => {
  const bench = await show('/codes');
  await expect.element(bench.getByText('No codes yet')).toBeVisible();
  await userEvent.fill(bench.getByLabelText('How many codes'), '501');
  await userEvent.click(bench.getByRole('button', { name: 'Make codes' }));
  await expect.element(bench.getByText('A whole number from 1 to 500')).toBeVisible();
  await userEvent.fill(bench.getByLabelText('How many codes'), '2');
  await userEvent.selectOptions(bench.getByLabelText('What it gives'), 'Glow');
  await userEvent.click(bench.getByRole('button', { name: 'Make codes' }));
  await expect.element(bench.getByText('2 codes are made.')).toBeVisible();
  expect(server.sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ product: 'partners-glow', months: null, note: '', maxUses: 1, days: null, count: 2 },
  });
  await expect.element(bench.getByText(/^Glow for good, 0 of 1 person/).first()).toBeVisible();
  await window_.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await violations(bench.container)).toEqual([]);
  await userEvent.click(bench.getByRole('button', { name: 'End AAAA-BBBB-CCCC' }));
  await expect
    .element(bench.getByRole('button', { name: 'End AAAA-BBBB-CCCC' }))
    .not.toBeInTheDocument();
  await expect.element(bench.getByRole('button', { name: 'End DDDD-EEEE-FFFF' })).toBeVisible();
});
