/** Rooms as their journeys use them: made and filled beside the page. */
import type { APIRequestContext } from '@playwright/test';
import { newId } from '../../src/data/rules/ids.ts';
import type { Person } from './accountPages.ts';
import { post } from './sharingCalls.ts';

/** A room that people enter by its link. */
export interface LinkRoom {
  id: string;
  /** Opens the room to each person who has this code. */
  code: string;
  name: string;
}

/** Makes a room by link, with a code. */
export async function makeRoom(
  request: APIRequestContext,
  owner: Person,
  name: string,
): Promise<LinkRoom> {
  const { id } = (await post(request, owner, '/jam', { name, access: 'link' })) as { id: string };
  const { code } = (await post(request, owner, `/jam/${id}/codes`, {})) as { code: string };
  return { id, code, name };
}

/** Commits the rifff of the library at `at` to a room, as an answer to another one of it if `parentId` is given. */
export async function answerIn(
  request: APIRequestContext,
  who: Pick<Person, 'authorization'>,
  roomId: string,
  at: number,
  parentId?: string,
): Promise<string> {
  const library = await (await request.get('/api/library/rifffs')).json();
  const parent = parentId === undefined ? null : { jamId: roomId, rifffId: parentId };
  const rifff = { ...library.data.rifffs[at].rifff, _id: newId(), parent };
  await post(request, who, `/jam/${roomId}/rifffs`, { rifff });
  return rifff._id;
}
