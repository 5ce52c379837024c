/** Comments against a server that fails: nothing that was written is lost, and what is shown stays true. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import type { Session } from '../../../data/contract/auth.ts';
import type { Comment } from '../../../data/contract/comments.ts';
import { shareQuery } from '../../../data/queries/feed.ts';
import { commentDrafts } from '../../../data/stores/commentDrafts.ts';
import { resetSession, setUser } from '../../../data/stores/session.ts';
import { Notice } from '../Notice.tsx';
import { Comments } from './Comments.tsx';

const commentOf = (at: number, change: Partial<Comment> = {}): Comment => ({
  ...{ id: `c${at}`, shareId: 'share1', created: 1000 + at, user: 'leo', displayName: 'Leo' },
  ...{ isDemo: false, message: `Words ${at}`, mayRemove: false },
  ...change,
});

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  comments: [] as Comment[],
  sent: [] as { method: string; path: string; body: Record<string, string> | undefined }[],
  /** Answers the next writing call with this sentence. */
  refusal: '',
  /** Lists wait for it, as they were when they were asked for. */
  held: Promise.resolve(),
  realFetch: window.fetch,
};
const PAGE = 3;

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname: path, searchParams } = new URL(String(input), window.location.origin);
  if (!path.startsWith('/api')) return server.realFetch(input, init);
  const method = init?.method ?? 'GET';
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ method, path, body });
  if (method !== 'GET' && server.refusal) {
    const message = server.refusal;
    server.refusal = '';
    return answer(403, { ok: false, message, error: { code: 'forbidden', message } });
  }
  const commentCount = () => server.comments.length;
  if (path.includes('shared_rifff')) {
    return ok([shareOf('share1', { title: 'Ninth bus', commentCount: commentCount() })]);
  }
  if (method === 'POST' && path.endsWith('/comments')) {
    const made = commentOf(server.comments.length, {
      ...{ id: body.id, message: body.message, user: 'mira', displayName: 'Mira' },
      mayRemove: true,
    });
    if (!server.comments.some(({ id }) => id === made.id)) server.comments.unshift(made);
    return ok({ comment: made, commentCount: commentCount() });
  }
  if (method === 'DELETE') {
    server.comments = server.comments.filter(({ id }) => !path.endsWith(`/${id}`));
    return ok({ commentCount: commentCount() });
  }
  if (method === 'POST') return ok({});
  const before = Number(searchParams.get('fromCreatedTime') ?? Number.POSITIVE_INFINITY);
  const older = server.comments.filter(({ created }) => created < before);
  const isLast = older.length <= PAGE;
  const list = { comments: older.slice(0, PAGE), isLast, commentCount: commentCount() };
  await server.held;
  return ok(list);
}

const MIRA: Session = {
  ...{ user_id: 'mira', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Mira' } },
};

beforeEach(() => {
  Object.assign(server, { comments: [], sent: [], refusal: '', held: Promise.resolve() });
  commentDrafts.byPlace = {};
  window.fetch = respond as typeof fetch;
  setUser(MIRA, null);
});

afterEach(() => {
  window.fetch = server.realFetch;
  resetSession();
});

function Room() {
  const { data } = useQuery(shareQuery('share1'));
  return data ? <Comments share={data} /> : null;
}

function show(queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <main style={{ width: 336 }}>
          <h1>Rifff</h1>
          <Room />
        </main>
        <Notice />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const posted = () => server.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a comment stands there at once, and is counted', async () => {
  const page = await show();
  await expect.element(page.getByText('No comments yet')).toBeVisible();
  const field = page.getByLabelText('Your comment');
  await field.fill('   ');
  await expect.element(page.getByRole('button', { name: 'Comment', exact: true })).toBeDisabled();
  await field.fill('Lovely <b>bass</b>');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem').getByText('Lovely <b>bass</b>')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  await expect.element(page.getByText('Your comment was sent.')).toBeInTheDocument();
  expect(commentDrafts.byPlace).toEqual({});
});

test('what is said before the others are there stands among them', async () => {
  server.comments = [commentOf(0, { message: 'The first' })];
  let release = () => {};
  server.held = new Promise((resolve) => {
    release = resolve;
  });
  const page = await show();
  await page.getByLabelText('Your comment').fill('Lovely');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Your comment was sent.')).toBeInTheDocument();
  server.held = Promise.resolve();
  release();
  // Soon, and not when others are asked for again.
  await expect.element(page.getByRole('listitem').getByText('Lovely')).toBeVisible();
  await expect.element(page.getByRole('listitem').getByText('The first')).toBeVisible();
});

test('a refused comment says why and stays, through a page that is left; another try is the same comment', async () => {
  const first = await show();
  await first.getByLabelText('Your comment').fill('Lovely');
  server.refusal = 'Confirm your address first';
  await first.getByRole('button', { name: 'Comment' }).click();
  await expect
    .element(first.getByRole('alert'))
    .toHaveTextContent('Not sent: Confirm your address first');
  await expect.element(first.getByText('No comments yet')).toBeVisible();
  await first.getByLabelText('Your comment').fill('What I type meanwhile');
  await first.unmount();
  const again = await show();
  await expect.element(again.getByLabelText('Your comment')).toHaveValue('What I type meanwhile');
  expect(await violations()).toEqual([]);
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect.element(again.getByRole('listitem').getByText('Lovely')).toBeVisible();
  await expect.element(again.getByRole('alert')).not.toBeInTheDocument();
  const [before, after] = posted();
  expect(after).toEqual(before);
});

test('older ones come page by page, and a deletion that is refused is taken back', async () => {
  server.comments = [5, 4, 3, 2, 1].map((at) => commentOf(at, { mayRemove: at === 5 }));
  const page = await show();
  await expect.poll(() => document.querySelectorAll('li').length).toBe(3);
  await page.getByRole('button', { name: 'Older comments' }).click();
  await expect.poll(() => document.querySelectorAll('li').length).toBe(5);
  await expect.element(page.getByRole('button', { name: 'Older' })).not.toBeInTheDocument();
  const deleteFirst = async () => {
    await page.getByRole('button', { name: 'More about what Leo said' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  server.refusal = 'Not now';
  await deleteFirst();
  await expect.element(page.getByText('Not now')).toBeVisible();
  await expect.element(page.getByRole('listitem').first().getByText('Words 5')).toBeVisible();
  await deleteFirst();
  await expect.element(page.getByRole('listitem').first().getByText('Words 4')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Comments 4' })).toBeVisible();
});

test('what others say meanwhile is read out, once, and links alone are links', async () => {
  const queries = new QueryClient();
  server.comments = [commentOf(1)];
  const page = await show(queries);
  await expect.element(page.getByText('Words 1')).toBeVisible();
  const said = page.getByRole('status').first();
  await expect.element(said).toHaveTextContent('');
  const message = 'See <a href="https://example.org/x">this</a> &lt;img src=x&gt;';
  server.comments.unshift(commentOf(2, { message }));
  await queries.invalidateQueries({ queryKey: ['comments'] });
  await expect.element(said).toHaveTextContent('Leo: See this <img src=x>');
  const link = page.getByRole('link', { name: 'this' });
  await expect.element(link).toHaveAttribute('href', 'https://example.org/x');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  expect(document.querySelector('li img')).toBeNull();
});

test('a comment is reported in words; a visitor is led to sign in and back to the comments', async () => {
  server.comments = [commentOf(1)];
  const page = await show();
  await page.getByRole('button', { name: 'More about what Leo said' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByLabelText('What is wrong with it').fill('Spam');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect.element(page.getByText(/The moderators look at it/)).toBeVisible();
  expect(server.sent.at(-1)).toMatchObject({
    path: '/api/rifff-feed/share1/comments/c1/report',
    body: { reason: 'Spam' },
  });
  resetSession();
  await expect
    .element(page.getByRole('link', { name: 'Sign in to comment' }))
    .toHaveAttribute('href', '/login?success=%2Frifff%2Fshare1%23comments');
});
