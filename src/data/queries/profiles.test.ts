import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { answers } from '../../../tests/support/answers.ts';
import { ApiError } from '../contract/errors.ts';
import { AccessRightsError, accessRightsQuery } from './account.ts';
import { ProfileError, profileQuery, profilesQuery } from './profiles.ts';

const { answer } = answers();
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

afterEach(() => queries.clear());

function failures(): Promise<unknown[]> {
  const lookups = [
    queries.fetchQuery(profileQuery('ada')),
    queries.fetchQuery(profilesQuery(['ada'])),
    queries.fetchQuery(accessRightsQuery),
  ];
  return Promise.all(lookups.map((lookup) => lookup.catch((error: unknown) => error)));
}

it('names lookups of profiles and access rights that nobody answers', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const [one, several, rights] = await failures();
  vi.restoreAllMocks();
  for (const error of [one, several]) {
    expect(error).toBeInstanceOf(ProfileError);
    expect(error).toMatchObject({ name: 'ProfileError', status: 0 });
    expect(String(error)).toContain('The profile could not be looked up');
  }
  expect(rights).toBeInstanceOf(AccessRightsError);
  expect(rights).toMatchObject({ name: 'AccessRightsError', status: 0 });
  expect(String(rights)).toContain('The access rights could not be looked up');
});

it('leaves what the server answered as it is', async () => {
  answer({ status: 404, body: { ok: false, message: 'There is no one of that name' } });
  for (const error of await failures()) {
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 404 });
  }
});
