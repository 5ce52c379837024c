import { expect, it } from 'vitest';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { useAccount } from '../../testing/accounts.ts';
import { bandWorld, NOTHING_MADE } from '../../testing/bandWorld.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';

const PHRASE_MS = 8 * 2000;

describeDatabases('the house band', (open, { itOnce }) => {
  const fanOut = createLocalHub().join();
  const server = useTestServer({ openDatabase: open, fanOut, environment: NOTHING_MADE });
  const ana = useAccount(server, 'ana');
  const ben = useAccount(server, 'ben');
  const world = bandWorld(server, fanOut, ana);
  const { send, ok, makeRoom, invite, bandIn, commit, answersOf, comeDue, rifffOf, here } = world;

  itOnce('is an account that nobody can sign in to, be called, or find as a person', async () => {
    const { data } = (await send('GET', `/accounts/profile/${HOUSE_BAND_ID}`, null)).body;
    expect(data).toMatchObject({ displayName: 'House band', isDemo: false });
    expect(data.bio).toMatch(/program .* not a person/);
    for (const password of ['', 'null', 'Correct horse']) {
      const login = { username: HOUSE_BAND_ID, password };
      expect((await send('POST', '/auth/login', null, login)).status).not.toBe(200);
    }
    const taken = await send('POST', '/signup', null, {
      ...{ username: 'House-Band', email: 'a@mail.example' },
      ...{ password: 'Correct horse', confirmPassword: 'Correct horse' },
    });
    expect(taken.body.validationErrors).toHaveProperty('username');
    const found = await ok(send('GET', '/search?q=house&kind=people', null));
    expect(JSON.stringify(found)).not.toContain(HOUSE_BAND_ID);
  });

  itOnce(
    'is invited by the owner alone, answers a commit with one ring, and is nobody',
    async () => {
      const id = await makeRoom();
      expect(await bandIn(id)).toEqual({
        isInvited: false,
        isResting: false,
        next: null,
        withOthers: false,
        every: 1,
        thought: null,
        answers: [],
      });
      expect((await invite(id, {}, ben)).status).toBe(403);
      expect((await invite(id, { every: 2 }, ben)).status).toBe(403);
      expect((await invite(id, { every: 3 })).status).toBe(400);
      expect((await send('DELETE', `/jam/${id}/band`, ben)).status).toBe(403);
      expect((await ok(invite(id))).band).toMatchObject({ isInvited: true, isResting: false });
      const parentId = await commit(id, [2, 3]);
      const [answer] = await answersOf(id, 1);
      expect(answer).toMatchObject({ parentId, became: 'open' });
      expect(answer!.what).toMatch(/^added /);
      const [asked, rifff] = [await rifffOf(id, parentId), await rifffOf(id, answer!.rifffId)];
      expect(rifff).toMatchObject({
        userName: HOUSE_BAND_ID,
        parent: { jamId: id, rifffId: parentId },
      });
      expect(rifff.loops).toHaveLength(3);
      const slots = ({ state }: Rifff) => state.playback.map(({ slot }) => slot.current);
      expect(slots(rifff).slice(0, 2)).toEqual(slots(asked).slice(0, 2));
      const jam = await ok(send('GET', `/jam/${id}`, ana));
      expect(jam).toMatchObject({ memberCount: 1, hasBand: true, rifffCount: 2 });
      const { members } = await ok(send('GET', `/jam/${id}/members`, ana));
      expect(JSON.stringify(members)).not.toContain(HOUSE_BAND_ID);
      const { notifications } = await ok(send('GET', '/notifications', ana));
      expect(notifications[0]).toMatchObject({ kind: 'answer' });
      const { queries } = server.database;
      const voices = await queries.selectFrom('chartVoices').select('userId').execute();
      expect(voices.filter(({ userId }) => userId === HOUSE_BAND_ID)).toEqual([]);
    },
  );

  itOnce(
    'begins with what its owner has just played, and with nothing that was long ago',
    async () => {
      const id = await makeRoom();
      const parentId = await commit(id, [2, 3]);
      await ok(invite(id));
      expect(await answersOf(id, 1)).toMatchObject([{ parentId }]);
      const old = await makeRoom();
      await commit(old, [2, 3]);
      await server.database.queries
        .updateTable('rifffs')
        .set({ created: Date.now() - 3_600_000 })
        .where('jamId', '=', old)
        .execute();
      expect((await ok(invite(old))).band).toMatchObject({ next: null, answers: [] });
    },
  );

  itOnce('answers a full rifff, and changes one slot of it', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    const parentId = await commit(id, [0, 1, 2, 3, 4, 5, 6, 7]);
    const [answer] = await answersOf(id, 1);
    const [asked, rifff] = [await rifffOf(id, parentId), await rifffOf(id, answer!.rifffId)];
    const slots = ({ state }: Rifff) =>
      state.playback.flatMap(({ slot }) => (slot.current ? [slot.current] : []));
    expect(slots(rifff)).toHaveLength(8);
    const same = slots(rifff).filter((slot) =>
      slots(asked).some((one) => JSON.stringify(one) === JSON.stringify(slot)),
    );
    expect(same).toHaveLength(7);
  });

  it('keeps in one line why it rests, and tells the room of it', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    await ok(send('POST', `/jam/${id}/join`, ben, {}));
    const first = await commit(id, [2, 3], undefined, ben);
    const thought = 'Rests: it was invited to play for its owner alone';
    await expect.poll(async () => (await bandIn(id)).thought, { interval: 10 }).toBe(thought);
    expect(await rowsOf(server.database, 'bandTurns', 'jamId', id)).toMatchObject([
      { thought, due: null },
    ]);
    // Everybody in the room reads it, and is told that there is something to read.
    expect((await ok(send('GET', `/jam/${id}/band`, ben))).band).toMatchObject({ thought });
    const { events } = await ok(send('GET', `/jam/${id}/events?since=0`, ben));
    expect(events.at(-1)).toMatchObject({ kind: 'jam', ref: id, user: HOUSE_BAND_ID });
    await commit(id, [2, 3], first);
    await answersOf(id, 1);
    expect((await bandIn(id)).thought).toBeNull();
  });

  itOnce('answers one commit of two where its owner wants it so', async () => {
    const id = await makeRoom();
    await ok(invite(id, { isResting: true }));
    const { band } = await ok(invite(id, { every: 2 }));
    expect(band).toMatchObject({ every: 2, isResting: true });
    expect((await ok(invite(id))).band).toMatchObject({ every: 2, isResting: false });
    const passed = async () => (await bandIn(id)).thought;
    const first = await commit(id, [2, 3]);
    await expect.poll(passed, { interval: 10 }).toMatch(/every second commit/);
    const second = await commit(id, [2, 4], first);
    expect(await answersOf(id, 1)).toMatchObject([{ parentId: second }]);
    await commit(id, [2, 3], second);
    await expect.poll(passed, { interval: 10 }).toMatch(/every second commit/);
    expect((await bandIn(id)).answers).toHaveLength(1);
  });

  itOnce('remembers what was kept, undone, or taken out', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    const first = await commit(id, [2, 3]);
    const [one] = await answersOf(id, 1);
    const second = await commit(id, [2, 4], first);
    await answersOf(id, 2);
    const two = (await bandIn(id)).answers[0]!;
    expect(two.parentId).toBe(second);
    const kept = await rifffOf(id, two.rifffId);
    const at = kept.loops.map(({ _id }) => Number.parseInt(_id, 16));
    await commit(id, at, two.rifffId);
    const [three] = await answersOf(id, 3);
    // Went on from the third, without what it brought, if it brought a ring.
    await commit(id, [2], three!.rifffId);
    const told = await answersOf(id, 4);
    const became = Object.fromEntries(told.map((answer) => [answer.rifffId, answer.became]));
    expect(became).toMatchObject({ [one!.rifffId]: 'undone', [two.rifffId]: 'kept' });
    if (/^(added|played other)/.test(three!.what)) expect(became[three!.rifffId]).toBe('undone');
  });

  it('answers a rifff once, however often its turn is taken', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    const parentId = await commit(id, [2, 3]);
    const [answer] = await answersOf(id, 1);
    // As a process leaves it that ended between its answer and its turn.
    const { queries } = server.database;
    await queries.updateTable('bandTurns').set({ parentId }).where('jamId', '=', id).execute();
    await comeDue(id);
    const turn = async () => (await rowsOf(server.database, 'bandTurns', 'jamId', id))[0];
    await expect
      .poll(turn, { interval: 10 })
      .toMatchObject({ parentId: answer!.rifffId, claimed: 0 });
    expect(await rowsOf(server.database, 'rifffs', 'jamId', id)).toHaveLength(2);
  });

  itOnce('goes on by itself for its owner alone, three times, and waits', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    await here(id, 'ana');
    await commit(id, [2, 3]);
    await answersOf(id, 1);
    const { next, answers } = await bandIn(id);
    const { created } = await rifffOf(id, answers[0]!.rifffId);
    expect(next! - created).toBe(PHRASE_MS);
    for (const count of [2, 3, 4]) {
      await comeDue(id);
      const [last, before] = await answersOf(id, count);
      expect(last!.parentId).toBe(before!.rifffId);
    }
    expect((await bandIn(id)).next).toBeNull();
    // A second person is there when it is about to go on: it waits.
    await commit(id, [2, 3], (await bandIn(id)).answers[0]!.rifffId);
    await answersOf(id, 5);
    await here(id, 'ana', 'ben');
    await comeDue(id);
    await expect.poll(async () => (await bandIn(id)).next, { interval: 10 }).toBeNull();
    expect((await bandIn(id)).answers).toHaveLength(5);
    await here(id);
  });

  itOnce('answers beside others only where it was invited beside them', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    await ok(send('POST', `/jam/${id}/join`, ben, {}));
    await commit(id, [2, 3], undefined, ben);
    await expect.poll(async () => (await bandIn(id)).next, { interval: 10 }).toBeNull();
    expect((await bandIn(id)).answers).toEqual([]);
    await here(id, 'ana', 'ben');
    await ok(invite(id));
    await commit(id, [2, 3], undefined, ben);
    await answersOf(id, 1);
    await here(id);
  });

  itOnce(
    'rests when it is told to, and what it was about to play is dropped when it is sent away',
    async () => {
      const id = await makeRoom();
      await ok(invite(id, { isResting: true }));
      await commit(id, [2, 3]);
      expect(await bandIn(id)).toMatchObject({ isResting: true, next: null, answers: [] });
      await ok(invite(id));
      // In one go: it is sent away before its answer can be stored, or right behind it.
      await commit(id, [2, 3]);
      const { band } = await ok(send('DELETE', `/jam/${id}/band`, ana));
      expect(band).toMatchObject({ isInvited: false });
      const count = async () => (await rowsOf(server.database, 'rifffs', 'jamId', id)).length;
      const then = await count();
      await commit(id, [2, 3]);
      expect(await count()).toBe(then + 1);
      expect(await rowsOf(server.database, 'bandTurns', 'jamId', id)).toEqual([]);
      expect((await ok(send('GET', `/jam/${id}`, ana))).hasBand).toBeUndefined();
    },
  );

  itOnce('is in no jam of a server that switched it off', async () => {
    const id = await makeRoom();
    await ok(invite(id));
    const { database } = server;
    const openDatabase = async () => database;
    const other = await startTestServer({ openDatabase, environment: { RONDO_BAND: 'off' } });
    const sendThere = callsAs(other);
    expect((await sendThere('GET', `/jam/${id}/band`, ana)).status).toBe(404);
    expect((await sendThere('GET', `/jam/${id}`, ana)).body.data.hasBand).toBeUndefined();
    await other.close();
  });
});
