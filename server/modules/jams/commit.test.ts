import { expect, it } from 'vitest';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('committing a rifff', (open) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const ben = useAccount(server, 'ben');
  const { call, ok, post, commit, share, rowsOf } = jamCalls(server);

  it('stamps and derives what the server alone says, and keeps unknown keys', async () => {
    const before = Date.now();
    const posted = postable([5, 2], {
      magnitude: 99,
      peakData: [1],
      creators: ['mallory'],
      license: 'cc0-1.0',
      originalId: 'x',
      app_version: 7,
      nested: { '☃': [1, { deep: null }] },
    });
    const { id, rifff } = await commit(ada, posted);
    expect(id).toBe(posted._id);
    expect(RifffSchema.safeParse(rifff).success).toBe(true);
    expect(rifff).toMatchObject({
      _id: posted._id,
      jamId: 'ada',
      userName: 'ada',
      creators: ['ada', 'house'],
      clientCreated: 1_600_000_000_000,
      license: 'all-rights-reserved',
      access: 'none',
      layerColours: [expect.stringMatching(/^ff[0-9a-f]{6}$/), expect.any(String)],
      app_version: 7,
      nested: { '☃': [1, { deep: null }] },
      parent: null,
    });
    expect(rifff.created).toBeGreaterThanOrEqual(before);
    expect(rifff.magnitude).toBeGreaterThan(0);
    expect(rifff.magnitude).toBeLessThan(1);
    expect(rifff.peakData).toHaveLength(1536);
    expect(rifff.originalId).toBeUndefined();
    expect(rifff.loops.map(({ _id }: { _id: string }) => _id)).toEqual([5, 2].map(fixtureLoopId));
    expect(rifff.loops[0].cdn_attachments.oggAudio.url).toMatch(/^\/media\//);
    expect((await ok(ada, `/jam/ada/rifffs/${id}`)).rifff).toEqual(rifff);
  });

  it('keeps effects, pitch, stretch and the match of the key of a slot, and refuses what is out of range', async () => {
    const withSlot = (change: object) => {
      const rifff = postable([1]);
      Object.assign(rifff.state.playback[0]!.slot.current!, change);
      return rifff;
    };
    const sound = {
      effects: { pan: -0.5, lowCutHz: 126, highCutHz: 8000, reverb: 0.3, delay: 0.2, chorus: 1 },
      pitchShiftSettings: { shiftSemitones: -3, timeStretch: true, autoKeyMatchRange: 5 },
    };
    const { rifff } = await commit(ada, withSlot(sound));
    expect(rifff.state.playback[0].slot.current).toMatchObject(sound);
    for (const effects of [{ pan: 2 }, { lowCutHz: 1 }, { reverb: -1 }, { delay: 'x' }]) {
      const { status } = await post(ada, withSlot({ effects }));
      expect(status, JSON.stringify(effects)).toBe(400);
    }
  });

  it('holds playback rates to 0.5 to 2 in steps of 0.25, and refuses what is no rate', async () => {
    const rated = (playbackRate: number) => {
      const rifff = postable([1]);
      Object.assign(rifff.state.playback[0]!.slot.current!, { playbackRate });
      return rifff;
    };
    for (const [posted, held] of [
      [0.25, 0.5],
      [1.1, 1],
      [1.2, 1.25],
      [4, 2],
    ] as const) {
      const first = await commit(ada, rated(posted));
      expect(first.rifff.state.playback[0].slot.current.playbackRate).toBe(held);
      // What was read, posted again, is the same rifff.
      expect(await commit(ada, first.rifff)).toEqual(first);
    }
    for (const refused of [0, -1, 5]) expect((await post(ada, rated(refused))).status).toBe(400);
  });

  it.each(['constructor', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'refuses the category %s, which every object answers to',
    async (category) => {
      const inSlot = postable([2]);
      Object.assign(inSlot.state.playback[0]!.slot.current!, { category });
      expect(await post(ada, inSlot)).toMatchObject({ status: 400 });
    },
  );

  it('has the colour of its first ring, unless somebody brought another', async () => {
    const first = await commit(ada, postable([5, 2]));
    expect(first.rifff.colour).toBe(first.rifff.layerColours[0]);
    expect(first.rifff.colour).toBe(first.rifff.loops[0].primaryColour);
    expect(await commit(ada, first.rifff)).toEqual(first);
    const other = postable([2], { colour: first.rifff.colour });
    const { rifff } = await commit(ada, other);
    expect(rifff.colour).toBe(rifff.layerColours[0]);
    const overridden = postable([2]);
    Object.assign(overridden.state.playback[0]!.slot.current!, { category: 'bass' });
    expect((await commit(ada, overridden)).rifff.colour).toBe('ff3562ee');
    expect((await commit(ada, postable([]))).rifff.colour).toBe('fff2ebdd');
    const brought = await commit(ada, postable([2], { colour: 'FF4d9de0' }));
    expect(brought.rifff.colour).toBe('FF4d9de0');
    expect((await commit(ada, postable([2], { colour: 'red' }))).rifff.colour).toBe(rifff.colour);
  });

  it('answers the same commit again with the stored rifff, anything else under its id with 409', async () => {
    const posted = postable([1], { parent: null });
    const first = await commit(ada, posted);
    const again = { ...posted, created: 5, loops: [], magnitude: 3 };
    expect(await commit(ada, again)).toEqual(first);
    expect(await commit(ada, first.rifff)).toEqual(first);
    expect((await post(ada, { ...posted, root: 4 })).status).toBe(409);
    const { rifff } = await commit(ben, { ...posted, root: 4 });
    expect(rifff.jamId).toBe('ben');
  });

  it('makes one row of the same commit ten times at once', async () => {
    const before = await rowsOf();
    const posted = postable([3]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => commit(ada, posted)));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await rowsOf()).toBe(before + 1);
  });

  it('gives fifty commits at once fifty rising times, and counts them', async () => {
    const zoe = await makeAccount(server.database, 'zoe');
    const posted = Array.from({ length: 50 }, () => postable([1]));
    const answers = await Promise.all(posted.map((rifff) => commit(zoe, rifff)));
    expect(new Set(answers.map(({ rifff }) => rifff.created)).size).toBe(50);
    const list = await ok(zoe, '/jam/zoe/rifffs?pageSize=100');
    expect(list.total).toBe(50);
    const times: number[] = list.rifffs.map((rifff: { created: number }) => rifff.created);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('is for members, into their own jam', async () => {
    expect((await call(null, '/jam/ada/rifffs', { rifff: postable() })).status).toBe(401);
    expect((await post(ben, postable(), 'ada')).status).toBe(404);
    await server.database.queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', 'zoe')
      .execute();
    expect((await post(ben, postable(), 'zoe')).status).toBe(403);
    const { longId } = await ok(ada, '/jam/ada');
    expect((await commit(ada, postable(), longId)).rifff.jamId).toBe('ada');
  });

  it.each<[string, unknown]>([
    ['an unknown loop', postable([999])],
    [
      'nine slots',
      {
        ...postable(),
        state: { ...postable().state, playback: Array(9).fill({ slot: { current: null } }) },
      },
    ],
    [
      'seven slots',
      {
        ...postable(),
        state: { ...postable().state, playback: Array(7).fill({ slot: { current: null } }) },
      },
    ],
    ['a huge tempo', { ...postable(), state: { ...postable().state, bps: 1e300 } }],
    ['a time out of this world', postable([1], { created: 1e300 })],
    ['a negative time', postable([1], { created: -1 })],
    ['an id that climbs', postable([1], { _id: '../x' })],
    ['an empty id', postable([1], { _id: '' })],
    ['an id of 65 characters', postable([1], { _id: 'a'.repeat(65) })],
    ['an id with a null character', postable([1], { _id: 'a\0b' })],
    ['a null character in a value', postable([1], { note: 'a\0b' })],
    ['a null character in a key', postable([1], { 'a\0b': 1 })],
    ['unknown keys above 8 kB', postable([1], { note: 'é'.repeat(4100) })],
    ['a parent that is not there', postable([1], { parent: { jamId: 'ada', rifffId: 'nothing' } })],
    [
      'a parent in a jam that is not there',
      postable([1], { parent: { jamId: 'x', rifffId: 'y' } }),
    ],
    [
      'a parent that is itself',
      postable([1], { _id: 'own', parent: { jamId: 'ada', rifffId: 'own' } }),
    ],
    ['a long colour', postable([1], { colour: 'f'.repeat(17) })],
    ['no state', { _id: 'x', created: 1, userName: '', loops: [] }],
  ])('refuses %s whole', async (_name, rifff) => {
    const before = await rowsOf();
    const { status, body } = await post(ada, rifff as object);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(Object.keys(body.validationErrors)).not.toEqual([]);
    expect(await rowsOf()).toBe(before);
  });

  it.each([
    ['NaN', '"app":NaN'],
    ['Infinity', '"app":1e999'],
    ['a prototype', '"__proto__":{"x":1}'],
    ['a key twice', '"app":1,"app":2'],
    ['a key twice, once in escapes', '"app":1,"\\u0061pp":2'],
    ['deep nesting', `"app":${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nesting that is only too deep for a rifff', `"app":${'['.repeat(20)}${']'.repeat(20)}`],
  ])('refuses JSON with %s', async (_name, part) => {
    const before = await rowsOf();
    const text = JSON.stringify(postable());
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/jam/ada/rifffs',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      payload: `{"rifff":${text.slice(0, -1)},${part}}}`,
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(await rowsOf()).toBe(before);
  });

  it('refuses a body of 10 MB', async () => {
    const big = postable([1], { note: 'x'.repeat(10_000_000) });
    expect((await post(ada, big)).status).toBe(413);
  });

  it("takes a loop that is neither the library's nor seen by the caller for one that is not there", async () => {
    const { queries } = server.database;
    const id = 'a'.repeat(32);
    const doc = { _id: id, creatorUserName: 'ben', created: 1, barLength: 16, length16ths: 16 };
    await queries
      .insertInto('loops')
      .values({
        id,
        creatorId: 'ben',
        created: 1,
        category: 'bass',
        packId: null,
        nameFolded: '',
        isLibrary: false,
        origin: 'upload',
        approval: 'approved',
        isRemoved: false,
        doc: JSON.stringify({
          ...doc,
          bps: 2,
          sampleRate: 48_000,
          category: 'bass',
          startOffsetSamples: 0,
        }),
      })
      .execute();
    const withIt = () => {
      const rifff = postable([1]);
      rifff.state.playback[1] = { slot: { current: { currentLoop: id } } };
      return rifff;
    };
    expect((await post(ada, withIt())).status).toBe(400);
    const { rifff } = await commit(ben, withIt());
    expect((await post(ada, withIt())).status).toBe(400);
    await share('ben', rifff._id);
    expect((await commit(ada, withIt())).rifff.creators).toEqual(['ada', 'house', 'ben']);
  });

  it('gives a rifff the licence of its maker as far as the loops of others leave it, and a share shows both', async () => {
    const { queries } = server.database;
    const id = 'b'.repeat(32);
    const chosen = (license: string) =>
      queries.updateTable('accounts').set({ license }).where('id', '=', 'ada').execute();
    await chosen('cc0-1.0');
    const [loop] = await queries
      .selectFrom('loops')
      .selectAll()
      .where('id', '=', fixtureLoopId(1))
      .execute();
    const doc = { ...(loop!.doc as object), _id: id, creatorUserName: 'ben' };
    const mine = { id, creatorId: 'ben', isLibrary: false, origin: 'upload' as const };
    await queries
      .insertInto('loops')
      .values({ ...loop!, ...mine, doc: JSON.stringify({ ...doc, license: 'cc-by-sa-4.0' }) })
      .execute();
    await queries
      .insertInto('jamLoops')
      .values({ jamId: 'ada', loopId: id, userId: 'ben', created: 1 })
      .execute();
    const withIt = () => {
      const rifff = postable([1]);
      rifff.state.playback[1] = { slot: { current: { currentLoop: id } } };
      return rifff;
    };
    expect((await commit(ada)).rifff.license).toBe('cc0-1.0');
    const { rifff } = await commit(ada, withIt());
    expect(rifff.license).toBe('cc-by-sa-4.0');
    await share('ada', rifff._id, { id: 'share-of-both' });
    const [shared] = await ok(null, '/v3/feed/shared_rifff/share-of-both');
    expect(shared.license).toBe('cc-by-sa-4.0');
    expect(shared.rifff.loops[1]).toMatchObject({ _id: id, license: 'cc-by-sa-4.0' });
    const reserved = { ...doc, license: 'all-rights-reserved' };
    await queries
      .updateTable('loops')
      .set({ doc: JSON.stringify(reserved) })
      .where('id', '=', id)
      .execute();
    expect((await commit(ada, withIt())).rifff.license).toBe('all-rights-reserved');
    await chosen('all-rights-reserved');
  });
});
