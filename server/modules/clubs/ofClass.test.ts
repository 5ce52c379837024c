import { beforeAll, expect, it } from 'vitest';
import { useAccount } from '../../testing/accounts.ts';
import { storeClass, type TestClass } from '../../testing/classes.ts';
import { clubCalls } from '../../testing/clubCalls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';

const REFUSED = 'This club belongs to a class: change the class instead';

describeOnce('the club of a class', (open) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment, hasJobs: false });
  const mia = useAccount(server, 'mia');
  const tom = useAccount(server, 'tom');
  const judge = useAccount(server, 'judge');
  const { send, get, post, drop, ok } = clubCalls(server);
  let school: TestClass;
  beforeAll(async () => {
    school = await storeClass(server.database, 'mia', ['Ada', 'Ben']);
  });

  it('stays closed, takes no codes, and keeps its teacher and its pupils', async () => {
    const at = `/${school.clubId}`;
    const [ada] = school.pupils.map(({ userId }) => userId);
    const tries = [
      post(mia, at, { access: 'open' }),
      post(mia, `${at}/codes`),
      post(mia, `${at}/members/${ada}`, { role: 'moderator' }),
      post(mia, `${at}/owner`, { userId: ada }),
      post(mia, `${at}/blocked/${ada}`),
      post(mia, `${at}/blocked/tom`),
      drop(mia, `${at}/blocked/tom`),
      post(mia, `${at}/jams`, { name: 'Open stage', access: 'public' }),
      post(mia, `${at}/jams/${school.jamId}`, { access: 'public' }),
      drop(mia, at),
      post(mia, `${at}/restore`),
      drop(mia, `/my-clubs${at}`),
    ];
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body.error?.message]).toEqual([403, REFUSED]);
    }
    expect(await ok(get(mia, at))).toMatchObject({
      access: 'invite',
      closes: null,
      memberCount: 3,
    });
  });

  it('is named and gets channels as every club', async () => {
    const at = `/${school.clubId}`;
    expect(await ok(post(mia, at, { name: 'Class 8' }))).toMatchObject({ name: 'Class 8' });
    const made = await ok(post(mia, `${at}/jams`, { name: 'Drums' }));
    expect(made.channel).toMatchObject({ access: 'members' });
    await ok(drop(mia, `${at}/jams/${made.jamId}`));
  });

  it('is read by its people alone, and not taken out by a moderator of the house', async () => {
    const [ada] = school.pupils;
    expect(await ok(get(ada!, `/${school.clubId}`))).toMatchObject({
      channels: [{ jamId: school.jamId }],
    });
    const { members } = await ok(get(ada!, `/${school.clubId}/members`));
    const names = members.map(({ displayName }: { displayName: string }) => displayName);
    expect(names.sort()).toEqual(['Ada', 'Ben', 'mia']);
    for (const who of [null, tom]) {
      expect((await get(who, `/${school.clubId}`)).status).toBe(404);
      expect((await get(who, `/${school.clubId}/members`)).status).toBe(404);
    }
    await ok(post(ada!, `/${school.clubId}/report`, { reason: 'It is no school' }));
    const { clubId } = school;
    const url = `/moderation/jam-reports/${clubId}/club/${clubId}/remove`;
    const { status, body } = await send('POST', url, judge, { reason: 'Reported' });
    expect([status, body.error?.message]).toEqual([403, REFUSED]);
  });
});
