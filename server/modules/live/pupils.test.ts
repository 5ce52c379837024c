import { beforeAll, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { setMuted, setOpen, storeClass, type TestClass } from '../../testing/classes.ts';
import { describeOnce } from '../../testing/databases.ts';
import { connectTo, credentialOf, makeRoom, useLocalWorld } from '../../testing/sockets.ts';
import { MOST_OF_CLASS } from './limits.ts';

const MUTED = { ok: false, code: 'forbidden', message: 'Your teacher has muted you' };
const enter = { since: 0 };

describeOnce('sockets of pupils', (open) => {
  const world = useLocalWorld(open);
  let school: TestClass;
  let [ada, ben] = [] as unknown as TestAccount[];
  let room = '';
  beforeAll(async () => {
    const { database } = world.current;
    await makeAccount(database, 'mia');
    await makeAccount(database, 'tom');
    school = await storeClass(database, 'mia', ['Ada', 'Ben']);
    [ada, ben] = school.pupils as [TestAccount, TestAccount];
    room = await makeRoom(database, 'tom');
  });
  const as = (who: TestAccount, node = 0) =>
    connectTo(world.current.nodes[node]!, { credential: credentialOf(who) });
  /** The class is changed, and its pupil is told by the other node. */
  const tell = (who: TestAccount, news: { isMuted?: boolean; isOpen?: boolean }) =>
    world.current.nodes[1]!.announcer.classChanged(who.userId, {
      isPaused: false,
      isMuted: false,
      isOpen: false,
      ...news,
    });

  it('are told what their class lets them do, in a room and in none', async () => {
    const [near, idle, other] = [await as(ada!), await as(ada!), await as(ben!)];
    await near.ask('enter', { jamId: school.jamId, ...enter });
    tell(ada!, { isOpen: true });
    await near.told('class');
    await idle.told('class');
    expect(near.news.class).toEqual([{ isPaused: false, isMuted: false, isOpen: true }]);
    expect(other.news.class).toEqual([]);
  });

  it('of one who is muted neither knock, lead nor order, from the news on', async () => {
    const { jamId } = school;
    const socket = await as(ben!);
    await socket.ask('enter', { jamId, ...enter });
    const still = { mode: 'together', rifffId: null, isPlaying: false, phaseSec: 0 };
    const lead = { jamId, ...still, isHosted: false, atMs: Date.now() };
    expect(await socket.ask('transport', lead)).toMatchObject({ ok: true });
    await setMuted(world.current.database, ben!.userId, true);
    tell(ben!, { isMuted: true });
    await socket.told('class');
    expect(await socket.ask('knock', { jamId })).toEqual(MUTED);
    expect(await socket.ask('transport', lead)).toEqual(MUTED);
    expect(await socket.ask('order', { jamId, isFrozen: true })).toEqual(MUTED);
    expect(await socket.ask('activity', { jamId, activity: 'recording' })).toEqual({ ok: true });
    await setMuted(world.current.database, ben!.userId, false);
    tell(ben!, { isMuted: false });
    await socket.told('class', 2);
    expect(await socket.ask('transport', lead)).toMatchObject({ ok: true });
  });

  it('hear rooms of others while the class is open, unseen, and are put out when it closes', async () => {
    const { database, nodes } = world.current;
    await setOpen(database, school.classId, true);
    const [pupil, tom] = [await as(ada!), await connectTo(nodes[0]!)];
    expect(await pupil.ask('enter', { jamId: room, ...enter })).toMatchObject({
      ok: true,
      here: [],
      count: 0,
    });
    expect(await tom.ask('enter', { jamId: room, ...enter })).toMatchObject({ here: [], count: 0 });
    const channel = { jamId: school.jamId, ...enter };
    const { here } = await pupil.ask('enter', channel);
    expect(here).toMatchObject([{ user: ada!.userId, displayName: 'Ada' }]);
    await setOpen(database, school.classId, false);
    tell(ada!, { isOpen: false });
    await pupil.told('out');
    expect(pupil.news.out).toEqual([{ jamId: room, reason: 'closed' }]);
    const again = await pupil.ask('enter', { jamId: room, ...enter });
    expect(again).toMatchObject({ ok: false, code: 'not_found' });
    expect(await pupil.ask('knock', { jamId: school.jamId })).toMatchObject({ ok: true });
  });

  it('take up what nobody told them when their person is looked at again', async () => {
    const { database, nodes } = world.current;
    await setOpen(database, school.classId, true);
    const pupil = await as(ben!);
    await pupil.ask('enter', { jamId: room, ...enter });
    await setOpen(database, school.classId, false);
    nodes[1]!.announcer.recheck(ben!.userId);
    await pupil.told('out');
    expect(pupil.news.out).toEqual([{ jamId: room, reason: 'closed' }]);
  });

  it('count for their class instead of the address, and each class has its most', async () => {
    const refused = { data: { code: 'too_many_requests' } };
    const more = (count: number, who: TestAccount) =>
      Promise.all(Array.from({ length: count }, () => as(who)));
    for (let at = 0; at < MOST_OF_CLASS - 20; at += 20) await more(20, ada!);
    const [last] = await more(20, ben!);
    await expect(as(ada!)).rejects.toMatchObject(refused);
    const other = await storeClass(world.current.database, 'mia', ['Cleo']);
    await as(other.pupils[0]!);
    await connectTo(world.current.nodes[0]!);
    last!.socket.disconnect();
    await expect
      .poll(() =>
        as(ada!).then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in');
  });
});
