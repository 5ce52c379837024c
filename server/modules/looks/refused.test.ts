import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { STRIPED_LOOK } from '../../../tests/support/stripedLook.ts';
import { createChildJobs } from '../../plugins/childJobs.ts';
import { updateRows } from '../../ports/database/rows.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { lookNamed, lookWorld } from '../../testing/lookWorld.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { createShownLooks } from '../feed/shownLooks.ts';

const FLASHES =
  /^This look flashes too often to be shown: \d+ times within a second, and three is the most\. Press Calmer in the editor of looks and try again\.$/;
const redrawn = { ...lookNamed('Tide'), ground: 'night' } as const;
/** Many rings of light over each other. */
const crowded = {
  ...lookNamed('Crowd'),
  layers: Array.from({ length: 6 }, () => ({ source: 'rings', drawn: 'ribbons', density: 1000 })),
  mods: [],
  choices: [],
};

describeOnce('a look that flashes too often', (open) => {
  // No look of the house flashes too often, and none could be found that does: here each of them counts as one.
  const environment = { RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment, mostFlashes: -1 });
  const [ada, ben] = ['ada', 'ben'].map((name) => useAccount(server, name)) as [
    TestAccount,
    TestAccount,
  ];
  const { send, ok, make, see, choose } = lookWorld(server);
  const expectRefused = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(body.message).toMatch(FLASHES);
  };

  it('is kept for its maker alone, and not made public', async () => {
    const id = newId();
    const body = { id, document: lookNamed('Tide'), access: 'public' };
    expectRefused(await send('POST', '/looks', ada, body));
    expect((await ok('GET', '/looks/mine', ada)).looks).toEqual([]);
    const kept = await make(ada, { ...body, access: 'private' });
    expectRefused(await send('POST', `/looks/${id}`, ada, { access: 'public' }));
    expectRefused(await send('POST', `/looks/${id}`, ada, { access: 'public', document: redrawn }));
    expect(await see(ada, id)).toEqual(kept);
    expect((await ok('POST', `/looks/${id}`, ada, { document: redrawn })).look).toMatchObject({
      access: 'private',
      document: { ground: 'night' },
    });
  });

  it('does not take the place of what is public already', async () => {
    const { id } = await make(ada, { access: 'private' });
    await updateRows(server.database.queries, 'looks', { id }, { access: 'public' });
    const before = await see(ben, id);
    expectRefused(await send('POST', `/looks/${id}`, ada, { document: redrawn }));
    expect(await see(ben, id)).toEqual(before);
    // What changes nothing that is seen is no matter of flashes.
    await ok('POST', `/looks/${id}`, ada, { access: 'public' });
    await ok('POST', `/looks/${id}`, ada, { access: 'private', document: redrawn });
  });

  it('comes into no jam and no share', async () => {
    const { id } = await make(ada, { access: 'private' });
    expect((await choose(ada, 'ada', ['rose', 'paper'])).status).toBe(200);
    expectRefused(await choose(ada, 'ada', ['rose', id]));
    const { looks } = await ok('GET', '/jam/ada/looks', ada);
    expect(looks.map(({ key }: { key: string }) => key)).toEqual(['rose', 'paper']);
    const rifff = await storeRifff(server.database.queries, { jamId: 'ada', userId: 'ada' });
    const body = { jamId: 'ada', rifffId: rifff, shareId: newId(), title: 'Tide' };
    expectRefused(await send('POST', '/rifff-feed/share', ada, { ...body, look: id }));
    expect((await send('GET', `/v3/feed/shared_rifff/${body.shareId}`, ada)).status).toBe(404);
    expect((await send('POST', '/rifff-feed/share', ada, { ...body, look: 'rose' })).status).toBe(
      200,
    );
  });
});

describeOnce('a look that is tried', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const ada = useAccount(server, 'ada');
  const { send, ok, make } = lookWorld(server);
  /** A look that no other test has. */
  const fresh = (cut: number) => ({
    ...lookNamed('Fresh'),
    layers: [{ source: 'rings', drawn: 'dots', size: 1000, wedges: 1, part: 0, cut }],
    mods: [],
    choices: [],
  });

  it('lets the server answer meanwhile', async () => {
    let isMade = false;
    const made = make(ada, { document: fresh(123) }).then(() => {
      isMade = true;
    });
    for (let call = 0; call < 3; call++) await ok('GET', '/looks', ada);
    expect(isMade).toBe(false);
    await made;
    expect((await ok('GET', '/looks', ada)).total).toBe(1);
  });

  it('is refused where it is too much to draw, with a sentence', async () => {
    const { status, body } = await send('POST', '/looks', ada, {
      document: crowded,
      access: 'public',
    });
    const sentence = 'This look is too much to draw. Take a layer out and try again.';
    expect([status, body.message]).toEqual([400, sentence]);
    await make(ada, { document: crowded, access: 'private' });
  });

  it('is refused where it has too many stripes, with a sentence', async () => {
    const body = { document: STRIPED_LOOK, access: 'public' };
    const refused = await send('POST', '/looks', ada, body);
    const sentence =
      'This look has stripes over more of the screen than is safe to look at. ' +
      'Make its layers smaller, or take one out, and try again.';
    expect([refused.status, refused.body.message]).toEqual([400, sentence]);
    await make(ada, { document: STRIPED_LOOK, access: 'private' });
  });

  it('is tried once, whatever it is called and whoever shows it', async () => {
    const jobs = createChildJobs();
    let count = 0;
    const counted: typeof jobs = {
      run: (...all) => {
        count += 1;
        return jobs.run(...all);
      },
    };
    const { showing } = createShownLooks(counted);
    const document = {
      ...lookNamed('Once'),
      layers: fresh(321).layers as never,
      mods: [],
      choices: [],
    };
    const show = (userId: string, name: string) =>
      showing(userId, async (shows) => shows([{ ...document, name }]));
    await Promise.all([show('ada', 'Once'), show('ben', 'Other'), show('ada', 'Third')]);
    await show('cleo', 'Fourth');
    expect(count).toBe(1);
  });
});
