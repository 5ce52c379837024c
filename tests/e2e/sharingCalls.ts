/** Rifffs of the library committed and shared beside the page. */
import { type APIRequestContext, expect } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import type { Person } from './accountPages.ts';

/** A rifff by its key. */
export interface Committed {
  jamId: string;
  rifffId: string;
}

/** Calls the server beside the page; anything but success fails the test. */
export async function post(
  request: APIRequestContext,
  { authorization }: Pick<Person, 'authorization'>,
  path: string,
  data: object,
): Promise<unknown> {
  const answer = await request.post(`/api${path}`, { data, headers: { authorization } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

/** Commits the rifff of the library at `at`, with `extra` in it, to a person's own jam. */
export async function commit(
  request: APIRequestContext,
  person: Person,
  at: number,
  parent?: Committed,
  extra: object = {},
): Promise<Committed> {
  const library = await (await request.get('/api/library/rifffs')).json();
  const rifff = {
    ...library.data.rifffs[at].rifff,
    ...extra,
    _id: newId(),
    parent: parent ?? null,
  };
  const way = parent ? `/${parent.rifffId}/remix` : '';
  await post(request, person, `/jam/${person.name}/rifffs${way}`, { rifff });
  return { jamId: person.name, rifffId: rifff._id };
}

/** Shares a committed rifff; returns the id of the share. */
export async function share(
  request: APIRequestContext,
  person: Person,
  { jamId, rifffId }: Committed,
  title: string,
): Promise<string> {
  const shareId = newId();
  await post(request, person, '/rifff-feed/share', { jamId, rifffId, shareId, title });
  return shareId;
}
