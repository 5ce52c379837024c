import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type Loop, LoopSchema } from '../../../../src/data/contract/loop.ts';
import { decodeBytes } from '../../../../src/data/contract/loopData.ts';
import { homeOrder } from '../../../../src/data/rules/draft/loopOrder.ts';
import { AT_ONCE } from '../../../kernel/jobs.ts';
import { createChildJobs } from '../../../plugins/childJobs.ts';
import { makeAccount } from '../../../testing/accounts.ts';
import { describeOnce } from '../../../testing/databases.ts';
import { useTestServer } from '../../../testing/testApp.ts';
import { makeAndStoreLoop } from './makeLoop.ts';
import { refillStock } from './stock.ts';

const DAY_MS = 86_400_000;

describeOnce('loops that the server makes', (open) => {
  const server = useTestServer({ openDatabase: open });
  const context = () => ({
    database: server.database,
    blobs: server.blobs,
    jobs: createChildJobs(),
    publicUrl: undefined,
  });
  const refill = (size: number, days = 0) =>
    refillStock(context(), { size, nowMs: () => Date.now() + days * DAY_MS }, AT_ONCE);
  const mediaOf = (id: string) =>
    server.database.queries.selectFrom('media').selectAll().where('loopId', '=', id).execute();
  const random = async (query = ''): Promise<Loop> => {
    const answer = await server.app.inject(`/api/library/loops/random${query}`);
    expect(answer.statusCode).toBe(200);
    return answer.json().data.loop;
  };

  it('are encoded, measured, stored with their order and brought into a jam', async () => {
    const { userId, jamId } = await makeJam('ada');
    const order = { ...homeOrder('slow-tide', 'bass', 9), bps: 6, bars: 1 as const };
    const loop = LoopSchema.parse(
      await makeAndStoreLoop(context(), order, { creatorId: userId, jamId }),
    );
    const { made, isLibraryLoop, frames, loudnessLufs, cdn_attachments, name } = loop;
    expect({ made, isLibraryLoop, frames }).toEqual({
      made: order,
      isLibraryLoop: undefined,
      frames: 32_000,
    });
    expect(name).toMatch(/^\S+ \S+/);
    expect(Math.abs(loudnessLufs! + 18)).toBeLessThan(0.5);
    expect(decodeBytes(loop.peaks)).toHaveLength(1024);
    const [file] = await mediaOf(loop._id);
    expect(cdn_attachments?.oggAudio?.url).toBe(`/media/${file!.key}`);
    const bytes = await buffer(await server.blobs.get(file!.hash));
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect([hash, file!.mime]).toEqual([file!.hash, 'audio/ogg']);
    const inJam = await server.database.queries
      .selectFrom('jamLoops')
      .select('jamId')
      .where('loopId', '=', loop._id)
      .execute();
    expect(inJam).toEqual([{ jamId }]);
    // The library does not list it, and chance does not find it.
    expect((await server.app.inject('/api/library/loops')).json().data.total).toBe(24);
  });

  it('are kept in stock, where only chance finds them, and go when nobody took them', async () => {
    await refill(1);
    await refill(1);
    const stock = await server.database.queries
      .selectFrom('loops')
      .select(['id', 'category'])
      .where('origin', '=', 'stock')
      .execute();
    expect(stock).toHaveLength(1);
    const [{ id, category }] = stock as [{ id: string; category: string }];
    expect((await server.app.inject('/api/library/loops')).json().data.total).toBe(24);
    const drawn = new Set<string>();
    for (let call = 0; call < 80 && !(drawn.has(id) && drawn.size > 1); call++) {
      const loop = await random(`?category=${category}`);
      expect(loop).toMatchObject({ isRandom: true, isLibraryLoop: true });
      drawn.add(loop._id);
    }
    expect(drawn.has(id) && drawn.size > 1).toBe(true);
    // Brought into a jam, it stays; only then.
    const { headers, jamId } = await makeJam('mia');
    const importIt = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/jam/${jamId}/loops/library-import`,
        headers,
        payload: { loopId: id },
      });
    expect((await importIt()).statusCode).toBe(200);
    await refill(0, 9);
    expect(await mediaOf(id)).toHaveLength(1);
    await server.database.queries.deleteFrom('jamLoops').where('loopId', '=', id).execute();
    await refill(0, 7);
    const [file] = await mediaOf(id);
    expect(file).toBeDefined();
    await refill(0, 9);
    expect(await mediaOf(id)).toEqual([]);
    const loose = await server.database.queries.selectFrom('looseContent').selectAll().execute();
    expect(loose.map(({ hash }) => hash)).toContain(file!.hash);
    expect((await random('?category=bass'))._id).not.toBe(id);
  });

  async function makeJam(name: string) {
    const { headers } = await makeAccount(server.database, name);
    return { userId: name, headers, jamId: name };
  }
});
