import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, endpointUrl } from '../../../src/data/contract/calls.ts';
import { LIBRARY_ENDPOINTS } from '../../../src/data/contract/endpoints/library.ts';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';

describeDatabases('the library calls', (open) => {
  const server = useTestServer({ openDatabase: open });

  const call = async (path: string) => {
    const answer = await server.app.inject(path);
    return { status: answer.statusCode, body: answer.json() };
  };
  const get = async (path: string) => {
    const { status, body } = await call(`/api/library/${path}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.ok).toBe(true);
    return body.data;
  };
  const ids = (data: { loops: Loop[] }) => data.loops.map(({ _id }) => Number.parseInt(_id, 16));
  const pick = async (query: string) => ids(await get(`loops?limit=100&order=asc&${query}`));

  it('lists ten loops, newest first, ties by id, with the number of all', async () => {
    const data = await get('loops');
    expect(ids(data)).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14]);
    expect(data.total).toBe(24);
    expect(ids(await get('loops?order=asc&limit=3&skip=1'))).toEqual([1, 2, 3]);
    expect(ids(await get('loops?skip=1000000'))).toEqual([]);
  });

  it('gives every loop its address, its timing and the keys that we do not know', async () => {
    const { loops } = await get('loops?limit=1');
    expect(loops[0]).toMatchObject({
      _id: fixtureLoopId(23),
      isLibraryLoop: true,
      length16ths: 64,
      startOffsetSamples: 0,
      unknownKey: { kept: true },
      cdn_attachments: {
        oggAudio: { mime: 'audio/ogg', url: expect.stringMatching(/^\/media\/[0-9a-f]{32}$/) },
      },
    });
    expect(loops[0].file).toBeUndefined();
  });

  it('filters by category, also repeated, by creator, pack and approval', async () => {
    expect(await pick('category=drums')).toEqual([0, 8, 16]);
    expect(await pick('category=drums&category=fx')).toEqual([0, 7, 8, 15, 16, 23]);
    expect(await pick('creatorId=rondo')).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
    expect(await pick('creatorId=nobody')).toEqual([]);
    expect(await pick('pack=tide&category=bass&approval=approved')).toEqual([1, 9, 17]);
  });

  it('searches names in any case and takes wildcards for themselves', async () => {
    expect(await pick('search=LOW_tide%201')).toEqual([1, 11, 13, 15, 17, 19]);
    expect(await pick('search=100%25')).toHaveLength(12);
    expect(await pick('search=%25')).toHaveLength(12);
    expect(await pick('search=_')).toHaveLength(12);
    expect(await pick('search=1_0')).toEqual([]);
    expect(await pick('search=%5C')).toEqual([]);
    expect(await pick('search=')).toHaveLength(24);
  });

  it('lists what sounds like a loop, most alike first, without it and what was not measured', async () => {
    const like = (at: number, query = '') => get(`loops?like=${fixtureLoopId(at)}&${query}`);
    const all = await like(10, 'limit=100');
    expect(ids(all).slice(0, 4)).toEqual([9, 11, 8, 12]);
    expect(all.total).toBe(21);
    expect(ids(all)).toHaveLength(21);
    for (const without of [5, 6, 10]) expect(ids(all)).not.toContain(without);
    expect(all.loops[0].timbre).toBeUndefined();
    expect(ids(await like(10, 'skip=2&limit=2'))).toEqual([8, 12]);
    expect(ids(await like(23, 'category=drums'))).toEqual([16, 8, 0]);
    expect(ids(await like(1, 'pack=kick&limit=2&order=asc'))).toEqual([0, 2]);
  });

  it.each([
    [5, 'How this loop sounds was not measured'],
    [6, 'How this loop sounds was not measured'],
    [999, 'The library has no such loop'],
  ])('does not know what sounds like loop %i', async (at, message) => {
    const { status, body } = await call(`/api/library/loops?like=${fixtureLoopId(at)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ ok: false, message });
  });

  it('draws a loop by category and pack, any of them in time, and says when there is none', async () => {
    const drawn = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const { loop } = await get('loops/random?category=bass');
      expect(loop).toMatchObject({ category: 'bass', isRandom: true });
      drawn.add(loop._id);
    }
    expect([...drawn].sort()).toEqual([1, 9, 17].map(fixtureLoopId));
    const { status, body } = await call('/api/library/loops/random?category=bass&pack=kick');
    expect(status).toBe(404);
    expect(body.message).toBe('The library has no such loop');
  });

  it('counts packs, categories and creators', async () => {
    const { packs } = await get('packs');
    expect(
      packs.map(({ id, loopCount }: { id: string; loopCount: number }) => [id, loopCount]),
    ).toEqual([
      ['tide', 12],
      ['kick', 12],
    ]);
    const { categories } = await get('categories');
    expect(categories).toHaveLength(8);
    expect(categories[2]).toEqual({ slug: 'leads', title: 'Melody', loopCount: 3 });
    const { creators } = await get('creators');
    expect(creators).toEqual([
      { creatorId: 'house', loopCount: 16 },
      { creatorId: 'rondo', loopCount: 8 },
    ]);
  });

  it('embeds full loops in slot order, each once, with a tombstone for what is gone', async () => {
    const { rifffs } = await get('rifffs');
    const [{ id, title, rifff }] = rifffs;
    expect([id, title]).toEqual(['opening', 'Opening']);
    const loops: Loop[] = rifff.loops;
    expect(loops.map(({ _id }) => _id)).toEqual([fixtureLoopId(5), fixtureLoopId(2), 'gone']);
    expect(loops[0]?.cdn_attachments?.oggAudio?.url).toMatch(/^\/media\//);
    expect(loops[2]).toMatchObject({ isRemoved: true, length16ths: 16, bps: 2 });
    expect(loops[2]?.cdn_attachments).toBeUndefined();
  });

  it('takes the sound and the name off a removed loop wherever it is shown', async () => {
    const removed = fixtureLoopId(2);
    const before: Loop = (await get('rifffs')).rifffs[0].rifff.loops[1];
    const setRemoved = (isRemoved: boolean) =>
      server.database.queries
        .updateTable('loops')
        .set({ isRemoved })
        .where('id', '=', removed)
        .execute();
    await setRemoved(true);
    const after: Loop = (await get('rifffs')).rifffs[0].rifff.loops[1];
    expect(after).toMatchObject({
      _id: removed,
      isRemoved: true,
      length16ths: 64,
      category: 'leads',
    });
    expect(after.name).toBeUndefined();
    expect(after.cdn_attachments).toBeUndefined();
    expect((await get('loops')).total).toBe(23);
    const media = await server.app.inject(before.cdn_attachments?.oggAudio?.url ?? '');
    expect(media.statusCode).toBe(404);
    await setRemoved(false);
  });

  it.each([
    ['limit=ten', 'limit: must be a whole number'],
    ['limit=1.5', 'limit: must be a whole number'],
    ['limit=', 'limit: must be a whole number'],
    ['limit=1e2', 'limit: must be a whole number'],
    ['limit=0', 'limit: must be at least 1'],
    ['limit=-3', 'limit: must be at least 1'],
    ['limit=101', 'limit: must be at most 100'],
    ['limit=99999999999', 'limit: must be at most 100'],
    ['limit=1&limit=2', 'limit: must be given once'],
    ['skip=-1', 'skip: must be at least 0'],
    ['skip=10000000', 'skip: must be at most 1000000'],
    ['order=up', 'order: must be one of asc, desc'],
    ['order=asc&order=desc', 'order: must be given once'],
    ['approval=all', 'approval: must be approved'],
    [
      'category=dubstep',
      `category: must be one of drums, bass, leads, vocals, perc, pads, chords, fx`,
    ],
    [
      'category=drums&category=x',
      `category: must be one of drums, bass, leads, vocals, perc, pads, chords, fx`,
    ],
    ['creatorId=a%20b', 'creatorId: must be 1 to 64 letters, digits, - or _'],
    ['pack=', 'pack: must be 1 to 64 letters, digits, - or _'],
    ['colour=red', 'colour: unknown parameter'],
    ['search=%00', 'search: must not hold a null character'],
    [`search=${'x'.repeat(10_000)}`, 'search: must have at most 80 characters'],
    ['limit=x&skip=y', 'limit: must be a whole number; skip: must be a whole number'],
  ])('refuses %.40s', async (query, sentence) => {
    const { status, body } = await call(`/api/library/loops?${query}`);
    expect(status).toBe(400);
    expect(ErrorAnswerSchema.parse(body)).toMatchObject({ ok: false, message: sentence });
    const [field = ''] = sentence.split(':');
    expect(Object.keys(body.validationErrors)).toContain(field);
  });

  it('answers any query at all with 200 or a 400 that says why', async () => {
    const names = ['limit', 'skip', 'order', 'approval', 'creatorId', 'category', 'pack', 'search'];
    const pair = fc.tuple(
      fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
      fc.oneof(
        fc.constantFrom('1', '0', '-1', 'drums', 'asc', '%', '_', "'; drop table loops; --"),
        fc.integer().map(String),
        fc.string({ unit: 'binary' }),
      ),
    );
    const raw = fc.stringMatching(/^[!-~]{0,60}$/).map((text) => text.replace(/[#\s]/g, '%'));
    const queries = fc.oneof(
      fc.array(pair, { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString()),
      raw,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('loops', 'loops/random'), queries, async (path, query) => {
        const { status, body } = await call(`/api/library/${path}?${query}`);
        expect([200, 400, 404], `${path}?${query}`).toContain(status);
        if (status === 400) expect(ErrorAnswerSchema.parse(body).message).toMatch(/\S: \S/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an answer of the endpoint table', () => {
  it('holds what its schema says, for every call without parameters', async () => {
    const server = await startTestServer();
    const ada = await makeAccount(server.database, 'ada');
    for (const endpoint of Object.values<Endpoint>(LIBRARY_ENDPOINTS)) {
      const { headers } = ada;
      const answer = await server.app.inject({ url: endpointUrl(endpoint), headers });
      expect(answer.statusCode, endpoint.path).toBe(200);
      expect(endpoint.data.safeParse(answer.json().data).success, endpoint.path).toBe(true);
    }
    await server.close();
  });

  it('names the public host where one is set', async () => {
    const server = await startTestServer({ environment: { PUBLIC_URL: 'https://rondo.example' } });
    const answer = await server.app.inject('/api/library/loops?limit=1');
    const { oggAudio } = answer.json().data.loops[0].cdn_attachments;
    expect(oggAudio.endpoint).toBe('rondo.example/media');
    expect(oggAudio.url).toBe(`/media/${oggAudio.key}`);
    await server.close();
  });
});
