import { expect } from 'vitest';
import type { Band } from '../../src/data/contract/band.ts';
import type { Present } from '../../src/data/contract/live.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import { keepPresence } from '../ports/fanOut/rooms.ts';
import type { TestAccount } from './accounts.ts';
import { callsAs, dataOf } from './calls.ts';
import { rowsOf } from './databases.ts';
import { postable } from './rifffs.ts';
import type { TestServer } from './testApp.ts';

/** Settings with almost no storage per account: then the band makes nothing, and a test takes less than a second. */
export const NOTHING_MADE = { ACCOUNT_QUOTA_MB: '1' };

/** Calls around the house band, made by `owner` unless another account is named. */
export function bandWorld(server: TestServer, fanOut: FanOut, owner: TestAccount) {
  const send = callsAs(server);
  const bandIn = async (id: string): Promise<Band> =>
    (await dataOf(send('GET', `/jam/${id}/band`, owner))).band;
  const invite = (id: string, body: object = {}, who: TestAccount = owner) =>
    send('POST', `/jam/${id}/band`, who, body);

  return {
    send,
    ok: dataOf,
    bandIn,
    invite,
    makeRoom: async () =>
      (await dataOf(send('POST', '/jam', owner, { name: 'Attic', access: 'public' }))).id as string,

    /** Commits the fixture's loops at these positions, in their key. @returns the id of the rifff */
    async commit(
      id: string,
      loops: number[],
      parentId?: string,
      who: TestAccount = owner,
      state: { bps?: number } = {},
    ) {
      const parent = parentId ? { jamId: id, rifffId: parentId } : null;
      const posted = postable(loops, { root: 3, scale: 1, parent });
      const rifff = { ...posted, state: { ...posted.state, ...state } };
      return (await dataOf(send('POST', `/jam/${id}/rifffs`, who, { rifff }))).rifff._id as string;
    },

    /** The band's answers in a jam, newest first. Waits until there are `count` and no answer is being made. */
    async answersOf(id: string, count: number): Promise<Band['answers']> {
      const state = async () => {
        const { answers } = await bandIn(id);
        const [turn] = await rowsOf(server.database, 'bandTurns', 'jamId', id);
        return { count: answers.length, isAtIt: (turn?.claimed ?? 0) > 0 };
      };
      const done = { count, isAtIt: false };
      // A loop of its own is made in another process, which a busy machine begins late.
      await expect.poll(state, { interval: 10, timeout: 120_000 }).toEqual(done);
      return (await bandIn(id)).answers;
    },

    /** Its turn, which waits for its phrase to be over, comes now. */
    async comeDue(id: string): Promise<void> {
      const due = Date.now();
      const { queries } = server.database;
      await queries.updateTable('bandTurns').set({ due }).where('jamId', '=', id).execute();
      await dataOf(invite(id));
    },

    rifffOf: async (jamId: string, rifffId: string): Promise<Rifff> =>
      (await dataOf(send('GET', `/jam/${jamId}/rifffs/${rifffId}`, owner))).rifff,

    /** Who is in the room now, as another node tells it. */
    here(id: string, ...users: string[]): Promise<void> {
      const people = users.map(
        (user): Present => ({
          user,
          displayName: user,
          activity: 'here',
          answers: null,
          isGuest: false,
        }),
      );
      return keepPresence(fanOut, id, people.length > 0 ? { people, count: people.length } : null);
    },
  };
}
