import { expect, it, vi } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import {
  connectTo,
  credentialOf,
  type LiveNode,
  makeRoom,
  useLocalWorld,
} from '../../testing/sockets.ts';

describeDatabases('whoever blocks somebody', (openEmpty) => {
  const world = useLocalWorld(openEmpty);

  it('is not told of their touches and knocks, from the call on, and is again after it is taken back', async () => {
    const [one, two] = world.current.nodes as [LiveNode, LiveNode];
    const people: TestAccount[] = [];
    for (const name of ['mia', 'tom', 'eva', 'kim']) {
      people.push(await makeAccount(world.current.database, `${name}${newId().slice(-6)}`));
    }
    const [mia, tom, eva, kim] = people as [TestAccount, TestAccount, TestAccount, TestAccount];
    const jamId = await makeRoom(world.current.database, mia.userId);
    const member = { jamId, role: 'member' as const, since: 1, isRemoved: false };
    const rows = [tom, eva, kim].map(({ userId }) => ({ ...member, userId }));
    await world.current.database.queries.insertInto('members').values(rows).execute();
    const as = async (who: TestAccount, node: LiveNode) => {
      const socket = await connectTo(node, { credential: credentialOf(who) });
      await socket.ask('enter', { jamId, since: 0 });
      return socket;
    };
    const setBlock = async (method: 'POST' | 'DELETE', userId: string) => {
      const url = `/api/accounts/blocked/${userId}`;
      const answer = await one.app.inject({ method, url, headers: mia.headers });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    // Blocked before she came.
    await setBlock('POST', kim.userId);
    const [hears, watches] = [await as(mia, two), await as(eva, two)];
    const [rude, known, other] = [await as(tom, one), await as(kim, one), await as(eva, one)];
    /** Everyone touches a rifff until it is certain who hears whom: what a call changes takes a moment on each node. */
    const touchAll = (expected: readonly TestAccount[]) =>
      eventually(async () => {
        const rifffId = newId();
        const touch = { jamId, rifffId, slot: 1, turn: 0.5, depth: 1 };
        const seenBy = ({ news }: typeof hears): string[] =>
          news.touches
            .flatMap(({ touches }) => touches)
            .filter((one) => one.rifffId === rifffId)
            .map(({ user }) => user)
            .sort();
        for (const socket of [rude, known, other]) await socket.ask('touch', touch);
        await vi.waitFor(() => expect(new Set(seenBy(watches)).size).toBe(3), 5000);
        expect(seenBy(hears)).toEqual(expected.map(({ userId }) => userId).sort());
      });
    await touchAll([tom, eva]);
    // While she is there.
    await setBlock('POST', tom.userId);
    await touchAll([eva]);
    await rude.ask('knock', { jamId });
    await other.ask('knock', { jamId });
    await watches.told('knock', 2);
    await hears.told('knock');
    expect(hears.news.knock.map(({ user }) => user)).toEqual([eva.userId]);
    await setBlock('DELETE', tom.userId);
    await touchAll([tom, eva]);
  });
});
