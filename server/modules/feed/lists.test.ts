import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import { type SharedRifff, SharedRifffSchema } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { loopBrightness } from '../../../src/drawing/character.ts';
import type { Queries } from '../../ports/database/database.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { shareStored, storeRifff } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';

const findLoopRow = (queries: Queries, id: string) =>
  queries.selectFrom('loops').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describeOnce('lists of shares', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const bo = useAccount(server, 'bo_');

  const share = async (extra: Record<string, unknown>, loopIds?: string[]): Promise<string> => {
    const maker = { jamId: bo.userId, userId: bo.userId, extra, ...(loopIds && { loopIds }) };
    const rifffId = await storeRifff(server.database.queries, maker);
    const payload = { jamId: bo.userId, rifffId, shareId: newId(), title: 'Tide' };
    const url = '/api/rifff-feed/share';
    const answer = await server.app.inject({ method: 'POST', url, headers: bo.headers, payload });
    expect(answer.statusCode, answer.payload).toBe(200);
    return payload.shareId;
  };
  const read = async (url: string): Promise<SharedRifff[]> => {
    const { data } = (await server.app.inject(`/api${url}`)).json();
    return SharedRifffSchema.strict()
      .array()
      .parse(data.rifffs ?? data);
  };

  it('answers the same bytes as gzip to whoever takes it, and says so', async () => {
    const extra = { words: 'é'.repeat(3000), far: Array.from({ length: 2000 }, Math.random) };
    await share(extra);
    const url = '/api/rifff-feed/query?limit=3';
    const plain = await server.app.inject(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const answer = await server.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.payload);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    expect(answer.headers.vary).toMatch(/accept-encoding/);
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    const refused = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.payload).toBe(plain.payload);
  });

  it('names what a rifff was made with, and lists that apart', async () => {
    const rifffId = await storeRifff(server.database.queries, { jamId: 'bo_', userId: 'bo_' });
    const body = { jamId: 'bo_', rifffId, shareId: newId() };
    const post = (payload: object) =>
      server.app.inject({
        ...{ method: 'POST', url: '/api/rifff-feed/share', headers: bo.headers, payload },
      });
    // Accounts do not say it for themselves: the arcade does, for a run that it played again.
    expect((await post({ ...body, source: 'beat_machine_mission' })).statusCode).toBe(400);
    expect((await post(body)).statusCode).toBe(200);
    await server.database.queries
      .updateTable('shares')
      .set({ source: 'beat_machine_mission' })
      .where('id', '=', body.shareId)
      .execute();
    const plain = await share({});
    const all = await read('/rifff-feed/query?limit=2');
    expect(all.map(({ _id, source }) => [_id, source])).toEqual([
      [plain, undefined],
      [body.shareId, 'beat_machine_mission'],
    ]);
    const [one] = await read(`/v3/feed/shared_rifff/${body.shareId}`);
    expect(one?.source).toBe('beat_machine_mission');
    const found = async (source: string) =>
      (await read(`/rifff-feed/query?source=${source}`)).map(({ _id }) => _id);
    expect(await found('beat_machine_mission')).toEqual([body.shareId]);
    expect(await found('beat_machine_sound_explorer')).toEqual([]);
  });

  it('lists what people shared whom the reader follows, for that reader alone', async () => {
    const [followed, other] = [
      await makeAccount(server.database, 'followed'),
      await makeAccount(server.database, 'other'),
    ];
    const { queries } = server.database;
    const ids = {
      followed: await shareStored(queries, { userId: followed.userId }),
      other: await shareStored(queries, { userId: other.userId }),
      private: await shareStored(queries, { userId: followed.userId, isPrivate: true }),
    };
    await queries
      .insertInto('follows')
      .values({ followerId: 'bo_', userId: 'followed', created: 1 })
      .execute();
    const url = '/api/rifff-feed/query?following=true';
    const listed = async (headers: Record<string, string>) =>
      (await server.app.inject({ url, headers }))
        .json()
        .data.rifffs.map(({ _id }: SharedRifff) => _id);
    expect(await listed(bo.headers)).toEqual([ids.followed]);
    expect(await listed(other.headers)).toEqual([]);
    expect((await server.app.inject(url)).statusCode).toBe(401);
    await queries
      .insertInto('blocks')
      .values({ userId: 'bo_', blockedId: 'followed', created: 1 })
      .execute();
    expect(await listed(bo.headers)).toEqual([]);
  });

  it('lists what it takes to draw and play, below 40 kB a page, and shows one share whole', async () => {
    const random = (length: number) => randomBytes(length).toString('base64');
    const loopIds = Array.from({ length: 30 }, newId);
    for (const id of loopIds) {
      const { doc, ...row } = await findLoopRow(server.database.queries, fixtureLoopId(1));
      const tables = { _id: id, peaks: random(1024), bands: random(1024) };
      const values = { ...row, id, doc: JSON.stringify({ ...(doc as object), ...tables }) };
      await server.database.queries.insertInto('loops').values(values).execute();
    }
    const peakData = Array.from({ length: 1536 }, () => Number(Math.random().toFixed(3)));
    let id = '';
    for (let at = 0; at < 20; at++) {
      const loops = Array.from({ length: 4 }, (_, slot) => loopIds[(at * 7 + slot) % 30]!);
      id = await share({ peakData }, loops);
    }
    const url = '/api/rifff-feed/query?limit=20';
    const page = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(page.rawPayload.length).toBeLessThan(40_000);
    const [listed] = await read('/rifff-feed/query?limit=1');
    expect(listed?._id).toBe(id);
    expect((await read(`/v3/feed/shared_by/${bo.userId}`))[0]).toEqual(listed);
    const [whole] = await read(`/v3/feed/shared_rifff/${id}`);
    expect({ ...listed, rifff: null }).toEqual({ ...whole, rifff: null });
    expect(whole!.rifff.peakData).toEqual(peakData);
    const steps = listed?.rifff.peakData ?? [];
    expect(steps).toHaveLength(1536);
    expect(steps.every((step, at) => step >= peakData[at]!)).toBe(true);
    listed?.rifff.loops.forEach((loop, at) => {
      const full = whole!.rifff.loops[at]!;
      const length = decodeBytes(loop.peaks).length;
      expect(length).toBeGreaterThanOrEqual(32);
      expect(length).toBeLessThanOrEqual(128);
      expect(decodeBytes(full.peaks)).toHaveLength(1024);
      expect(full.bands).toHaveLength(1368);
      const brightness = loopBrightness(decodeBytes(full.bands));
      expect(loop).toEqual({ ...full, bands: undefined, peaks: loop.peaks, brightness });
    });
  });
});
