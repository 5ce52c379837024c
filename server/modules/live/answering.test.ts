import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import {
  connectTo,
  credentialOf,
  type LiveNode,
  makeRoom,
  useLocalWorld,
} from '../../testing/sockets.ts';

describeOnce('what somebody answers', (openEmpty) => {
  const world = useLocalWorld(openEmpty);

  it('is told on every node, and nothing that is no id', async () => {
    const as = async (name: string, node: LiveNode) =>
      connectTo(node, {
        credential: credentialOf(await makeAccount(world.current.database, name)),
      });
    const [one, two] = world.current.nodes as [LiveNode, LiveNode];
    const [maker, watcher] = [await as('mia', one), await as('tom', two)];
    const jamId = await makeRoom(world.current.database, 'mia');
    await watcher.ask('enter', { jamId, since: 0 });
    await maker.ask('enter', { jamId, since: 0, activity: 'editing', answers: 'r1' });
    const told = () => {
      const all = watcher.news.presence.flatMap(({ here }) => here);
      return all.findLast(({ user }: { user: string }) => user === 'mia');
    };
    const says = (activity: string, answers: string | null) =>
      expect.poll(() => told()).toMatchObject({ activity, answers });
    await says('editing', 'r1');
    // Nothing but what is answered changes.
    await maker.ask('activity', { jamId, activity: 'editing', answers: 'r2' });
    await says('editing', 'r2');
    for (const answers of ['x'.repeat(65), 'no id', 7]) {
      const refused = await maker.ask('activity', { jamId, activity: 'editing', answers });
      expect(refused).toMatchObject({ code: 'bad_request' });
    }
    await maker.ask('activity', { jamId, activity: 'listening', answers: 'r2' });
    await says('listening', null);
  });
});
