import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { answers } from '../../../tests/support/answers.ts';
import { followersQuery, followMutation } from './people.ts';
import { profileQuery } from './profiles.ts';

const { answer, seen } = answers();
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const profile = profileQuery('Mia').queryKey;
const list = followersQuery('eva').queryKey;

afterEach(() => queries.clear());

/** A page that shows Mia's profile and a list with her in it. */
function show() {
  queries.setQueryData(profile, { user_id: 'Mia', isFollowed: false, followers: 4 } as never);
  const person = { user_id: 'Mia', displayName: 'Mia', avatarUrl: null, isDemo: false, since: 1 };
  const people = [{ ...person, isFollowed: false }];
  queries.setQueryData(list, {
    pages: [{ people, total: 1, next: null }],
    pageParams: [undefined],
  });
}
const shown = () => ({
  profile: queries.getQueryData(profile) as unknown,
  inList: queries.getQueryData(list)?.pages[0]?.people[0]?.isFollowed,
});

it('shows at once whom one follows, then what the server counts', async () => {
  show();
  answer({ body: { ok: true, data: { userId: 'Mia', isFollowed: true, followers: 9 } } });
  const refused: Error[] = [];
  const observer = new MutationObserver(
    queries,
    followMutation(queries, 'mia', (error) => refused.push(error)),
  );
  const done = observer.mutate(true);
  await expect.poll(shown).toMatchObject({ profile: { isFollowed: true }, inList: true });
  await done;
  expect(shown()).toMatchObject({ profile: { isFollowed: true, followers: 9 }, inList: true });
  expect(seen).toContain('POST /api/accounts/following');
  expect(refused).toEqual([]);
});

it('takes back what the server refuses, and says so', async () => {
  show();
  answer({ status: 403, body: { ok: false, message: 'You cannot follow this person' } });
  const refused: Error[] = [];
  const observer = new MutationObserver(
    queries,
    followMutation(queries, 'Mia', (error) => refused.push(error)),
  );
  await observer.mutate(true).catch(() => {});
  expect(shown()).toMatchObject({ profile: { isFollowed: false, followers: 4 }, inList: false });
  expect(refused).toMatchObject([{ status: 403 }]);
  answer({ body: { ok: true, data: { userId: 'Mia', isFollowed: false, followers: 3 } } });
  await observer.mutate(false);
  expect(seen.at(-1)).toBe('DELETE /api/accounts/following/Mia');
  expect(shown()).toMatchObject({ profile: { followers: 3 } });
});
