/** Sharing and liking against a server that fails: what is typed and shown stays true. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../../../tests/support/savedLookOf.ts';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import { LICENSES } from '../../../data/contract/accountOptions.ts';
import type { Session } from '../../../data/contract/auth.ts';
import type { SavedLook } from '../../../data/contract/savedLooks.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { shareQuery } from '../../../data/queries/feed.ts';
import { resetSession, setUser } from '../../../data/stores/session.ts';
import { Notice } from '../Notice.tsx';
import { LikeButton } from './LikeButton.tsx';
import { ShareDialog } from './ShareDialog.tsx';

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
}

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  shares: [] as SharedRifff[],
  looks: [] as SavedLook[],
  sent: [] as Sent[],
  /** Answers the next writing call with this sentence. */
  refusal: '',
  realFetch: window.fetch,
};

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
const ok = (data: unknown) => answer(200, { ok: true, data });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname: path } = new URL(String(input), window.location.origin);
  if (!path.startsWith('/api')) return server.realFetch(input, init);
  const method = init?.method ?? 'GET';
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ method, path, body });
  if (method !== 'GET' && server.refusal) {
    const message = server.refusal;
    server.refusal = '';
    return answer(409, { ok: false, message, error: { code: 'conflict', message } });
  }
  if (path.endsWith('/looks/mine')) return ok({ looks: server.looks });
  if (path.includes('shared_by')) return ok(server.shares);
  if (path.includes('shared_rifff')) return ok(server.shares.slice(0, 1));
  if (path.endsWith('/rifff-feed/share')) {
    const { shareId, rifffId, title } = body as Record<string, string>;
    server.shares = [shareOf(shareId!, { doc_id: rifffId, title, jamId: 'mira' })];
    return ok({ id: shareId });
  }
  if (path.endsWith('/like')) return ok({ like: 13, liked_by_current_user: method === 'POST' });
  if (method === 'DELETE') {
    server.shares = [];
    return ok({});
  }
  // As the server answers while all rights are reserved: the licence that it would offer first is another.
  const [reserved, offered] = LICENSES;
  return ok({
    access: 'none',
    license: reserved.slug,
    ccLicense: offered,
    options: [reserved, offered],
  });
}

const MIRA: Session = {
  ...{ user_id: 'mira', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Mira' } },
};

beforeEach(() => {
  Object.assign(server, { shares: [], looks: [], sent: [], refusal: '' });
  window.fetch = respond as typeof fetch;
  setUser(MIRA, null);
});

afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
});

const rifff = { ...rifffOf(3), _id: 'rifff1' };

function Page({ children }: { children: React.ReactNode }) {
  return (
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <main>
          <h1>Page</h1>
          {children}
        </main>
        <Notice />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

const dialog = (
  <ShareDialog jamId="mira" rifff={rifff} title="Ninth bus" isOpen onOpenChange={() => {}} />
);
const writes = () => server.sent.filter(({ method }) => method !== 'GET');

test('a share that is refused keeps what was typed, and another try is the same share', async () => {
  const page = await render(<Page>{dialog}</Page>);
  const title = page.getByLabelText('Title');
  await title.fill('Tenth bus');
  await expect
    .element(page.getByText(/What you make now is under “All rights reserved”/))
    .toBeVisible();
  await page.getByLabelText(/Anyone with the link/).click();
  expect(await violations()).toEqual([]);
  server.refusal = 'Too much at once';
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('It was not shared: Too much at once');
  await expect.element(title).toHaveValue('Tenth bus');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByLabelText('Link', { exact: true })).toBeVisible();
  const [first, second] = writes().map(({ body }) => body);
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    jamId: 'mira',
    rifffId: 'rifff1',
    title: 'Tenth bus',
    private: true,
    look: null,
  });
});

test('a look of the house or of oneself goes with a share, and is kept through a refusal', async () => {
  server.looks = [savedLookOf('mine', { access: 'private' })];
  const shut = (
    <ShareDialog jamId="mira" rifff={rifff} title="" isOpen={false} onOpenChange={() => {}} />
  );
  const page = await render(<Page>{shut}</Page>);
  const asked = () => server.sent.filter(({ path }) => path.endsWith('/looks/mine')).length;
  expect(asked()).toBe(0);
  await page.rerender(<Page>{dialog}</Page>);
  const look = page.getByLabelText('Look', { exact: true });
  await expect.element(look).toHaveValue('');
  await expect.poll(asked).toBe(1);
  const titles = () => [...look.element().querySelectorAll('option')].map((one) => one.textContent);
  await expect.poll(titles).toContain('Look mine (yours)');
  expect(titles()).toEqual(expect.arrayContaining(['Plain', 'Print', 'Pop-up']));
  expect(await violations()).toEqual([]);
  await look.selectOptions('Pop-up');
  server.refusal = 'Too much at once';
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(look).toHaveValue('popup');
  await look.selectOptions('Look mine (yours)');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByLabelText('Link', { exact: true })).toBeVisible();
  expect(writes().map(({ body }) => body?.look)).toEqual(['popup', 'mine']);
});

test('a title that is too long is said at the field, and nothing is sent', async () => {
  const page = await render(<Page>{dialog}</Page>);
  await page.getByLabelText('Title').fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.element(page.getByText('At most 80 characters: 1 too many')).toBeVisible();
  expect(writes()).toEqual([]);
});

test('what is shared hands out its link and its code, and is taken back only when asked twice', async () => {
  server.shares = [shareOf('share1', { doc_id: 'rifff1', title: 'A "bus" <b>' })];
  const page = await render(<Page>{dialog}</Page>);
  const link = page.getByLabelText('Link', { exact: true });
  await expect.element(link).toHaveValue(`${window.location.origin}/rifff/share1`);
  const code = page.getByLabelText('Code to put it into another page', { exact: true });
  await expect
    .element(code)
    .toHaveValue(
      `<iframe src="${window.location.origin}/embed/share1" width="480" height="480" ` +
        'title="A &quot;bus&quot; &lt;b&gt;" loading="lazy" allow="autoplay" style="border:0"></iframe>',
    );
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  expect(writes()).toEqual([]);
  await page.getByRole('button', { name: /^Take it back/ }).click();
  await expect.element(page.getByLabelText('Title')).toHaveValue('Ninth bus');
  expect(writes()).toMatchObject([{ method: 'DELETE', path: '/api/rifff-feed/share1' }]);
});

function Liked() {
  const { data } = useQuery(shareQuery('share1'));
  return data ? <LikeButton share={data} /> : null;
}

test('a like shows at once; one that the server refuses is taken back and said', async () => {
  server.shares = [shareOf('share1', { react_counts: { like: 12 } })];
  const page = await render(
    <Page>
      <Liked />
    </Page>,
  );
  const heart = page.getByRole('button', { name: /^Like Rifff share1/ });
  server.refusal = 'Not now';
  await heart.click();
  await expect.element(page.getByText(/The like was not kept: Not now/)).toBeVisible();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await expect.element(heart).toHaveAccessibleName('Like Rifff share1, 12 likes');
  (heart.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.element(heart).toHaveAccessibleName('Like Rifff share1, 13 likes');
});

test('a visitor who likes is led to sign in and back', async () => {
  resetSession();
  const page = await render(
    <Page>
      <LikeButton share={shareOf('share1')} />
    </Page>,
  );
  const link = page.getByRole('link', { name: 'Sign in to like Rifff share1, 0 likes' });
  await expect.element(link).toHaveAttribute('href', '/login');
});

test('a guest of a room who likes or shares is led to sign up, and no call is made that refuses guests', async () => {
  setUser({ ...MIRA, guestOf: 'band1' }, null);
  const page = await render(
    <Page>
      <LikeButton share={shareOf('share1')} />
      {dialog}
    </Page>,
  );
  const share = page.getByRole('link', { name: 'Sign up to share' });
  await expect.element(share).toHaveAttribute('href', '/register');
  // Behind the dialog.
  const like = page.getByRole('link', { name: /^Sign up to like/, includeHidden: true });
  await expect.element(like).toHaveAttribute('href', '/register');
  expect(server.sent).toEqual([]);
});

test('a rifff is shared with its own licence in sight, which leads to what it says', async () => {
  const page = await render(
    <Page>
      <ShareDialog
        jamId="mira"
        rifff={{ ...rifff, license: 'cc-by-sa-4.0' }}
        title="Ninth bus"
        isOpen
        onOpenChange={() => {}}
      />
    </Page>,
  );
  await expect.element(page.getByText(/Its licence: .*Attribution, share alike 4.0/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'CC BY-SA 4.0' }))
    .toHaveAttribute('href', 'https://creativecommons.org/licenses/by-sa/4.0/');
  await expect
    .element(page.getByText(/What you make now is under “All rights reserved”/))
    .toBeVisible();
});
