import { expect, it } from 'vitest';
import { AT_ONCE } from '../../kernel/jobs.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { classesEnd, removalEnds } from '../../testing/afterwards.ts';
import { TEST_PASSWORD } from '../../testing/calls.ts';
import { classCalls, type MadeClass } from '../../testing/classCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount, hasRows, OWNED } from '../accounts/closing.ts';
import { hashPassword } from '../auth/passwords.ts';
import { PURGE_AFTER_MS, purgeClubs } from '../clubs/purge.ts';
import { endClasses } from './ending.ts';

describeDatabases('the end of a class', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_TEACHERS: '*' };
  const server = useTestServer({ openDatabase: open, environment });
  const tina = useAccount(server, 'tina');
  const { call, send, make, ok, enter, pupil } = classCalls(server);

  /** A class whose first pupil has made something in the channel and in their own jam. */
  async function busy(teacher = tina) {
    const made = await make(teacher);
    const { queries } = server.database;
    const [{ userId, code }] = made.cards;
    const [channel] = await rowsOf(server.database, 'jams', 'clubId', made.class.clubId);
    await storeRifff(queries, { jamId: channel!.id, userId });
    await storeRifff(queries, { jamId: userId, userId });
    return { made, code, inside: await pupil(code), channelId: channel!.id };
  }

  /** Nothing of the class is there, nor of its pupils but their user names. */
  async function expectGone({ class: { id, clubId }, cards }: MadeClass): Promise<void> {
    const { queries } = server.database;
    await classesEnd(queries);
    await purgeClubs(server, Date.now() + PURGE_AFTER_MS + 1000);
    await removalEnds(queries);
    expect(await rowsOf(server.database, 'classes', 'id', id)).toEqual([]);
    expect(await rowsOf(server.database, 'clubs', 'id', clubId)).toEqual([]);
    expect(await rowsOf(server.database, 'clubMembers', 'clubId', clubId)).toEqual([]);
    for (const { userId } of cards) {
      expect(await hasRows(queries, [...OWNED, 'rifffs'], userId)).toBe(false);
      expect(await rowsOf(server.database, 'accounts', 'id', userId)).toMatchObject([
        { isDeleted: true, displayName: '', classId: null },
      ]);
    }
  }

  it('takes its pupils, their cards and sessions, its club and all that they made', async () => {
    const { made, code, inside, channelId } = await busy();
    expect(await ok(call('POST', `/${made.class.id}/delete`, tina))).toEqual({});
    // At once, whenever the rest goes.
    expect((await enter(code)).status).toBe(401);
    expect((await send('GET', '/class', inside)).status).toBe(401);
    expect((await send('GET', `/clubs/${made.class.clubId}`, tina)).status).toBe(404);
    expect((await send('GET', `/jam/${channelId}`, tina)).status).toBe(404);
    expect((await call('GET', `/${made.class.id}`, tina)).status).toBe(404);
    expect((await call('POST', `/${made.class.id}/delete`, tina)).status).toBe(404);
    await expectGone(made);
    const audit = await rowsOf(server.database, 'audit', 'moderatorId', 'tina');
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['make-class', 'delete-class']),
    );
  });

  itOnce('takes one pupil alone, who is gone with all that they made', async () => {
    const { made, code, inside } = await busy();
    const { queries } = server.database;
    const page = await ok(call('DELETE', `/${made.class.id}/pupils/${inside.userId}`, tina));
    expect(page).toMatchObject({ pupils: 1, members: [{ name: 'Ben' }] });
    expect((await enter(code)).status).toBe(401);
    await removalEnds(queries);
    expect(await hasRows(queries, [...OWNED, 'rifffs'], inside.userId)).toBe(false);
    const again = await call('DELETE', `/${made.class.id}/pupils/${inside.userId}`, tina);
    expect(again.status).toBe(404);
  });

  it('comes with the account of its teacher', async () => {
    const { queries } = server.database;
    const theo = await makeAccount(server.database, 'theo');
    const passwordHash = await hashPassword(TEST_PASSWORD);
    await queries.updateTable('accounts').set({ passwordHash }).where('id', '=', 'theo').execute();
    const { made, code, inside } = await busy(theo);
    const body = { password: TEST_PASSWORD };
    expect((await send('POST', '/accounts/delete', theo, body)).status).toBe(200);
    expect((await enter(code)).status).toBe(401);
    expect((await send('GET', '/class', inside)).status).toBe(401);
    await expectGone(made);
  });

  itOnce('is taken up again where a process died in the middle', async () => {
    const tess = await makeAccount(server.database, 'tess');
    const { made } = await busy(tess);
    const { database } = server;
    // As another node does it: the job of this one is not woken.
    await closeAccount(database, 'tess', Date.now());
    let isDead = false;
    const close = async (userId: string, check?: Parameters<typeof closeAccount>[3]) => {
      if (isDead) throw new Error('died');
      isDead = true;
      await closeAccount(database, userId, Date.now(), check);
    };
    await expect(endClasses({ database, close }, AT_ONCE)).rejects.toThrow('died');
    expect(await rowsOf(database, 'classes', 'id', made.class.id)).toHaveLength(1);
    const whole = (userId: string, check?: Parameters<typeof closeAccount>[3]) =>
      closeAccount(database, userId, Date.now(), check);
    const context = { database, close: whole };
    await Promise.all([endClasses(context, AT_ONCE), endClasses(context, AT_ONCE)]);
    expect(await rowsOf(database, 'classes', 'id', made.class.id)).toEqual([]);
    for (const { userId } of made.cards) {
      expect(await rowsOf(database, 'accounts', 'id', userId)).toMatchObject([{ isDeleted: true }]);
    }
  });
});
