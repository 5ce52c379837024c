import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { MODULES } from '../../app.ts';
import { createTurns } from '../../plugins/exports.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { makeHoard } from '../../testing/hoard.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from './closing.ts';
import { exportPieces } from './exporting.ts';

/** Sees how many rows every query answers. */
function rowCounter() {
  const seen = { rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.rows += result.rows.length;
      return result;
    },
  };
  return { seen, plugin };
}

describeDatabases('taking everything along', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });

  /** Asks for an export over a real connection; the body is not read yet. */
  async function ask(who: TestAccount, headers: Record<string, string> = {}) {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/accounts/export',
      headers: { ...who.headers, ...headers },
    }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  it('gives every document that the account owns, in order, once', async () => {
    const who = await makeHoard(server.database, { userId: 'packer', rifffs: 70, uploads: 60 });
    await makeHoard(server.database, { userId: 'other', rifffs: 3, uploads: 2 });
    const { queries } = server.database;
    // Rows of one moment must not get lost between two pages.
    for (const table of ['rifffs', 'loops', 'tracks', 'likes'] as const) {
      await queries.updateTable(table).set({ created: 7 }).execute();
    }
    const { ok, data } = (await json(await ask(who))) as {
      ok: boolean;
      data: Record<string, Record<string, Record<string, unknown>[]>>;
    };
    expect(ok).toBe(true);
    expect(Object.keys(data)).toEqual([
      ...['exported', 'profile', 'settings', 'accessRights', 'signup', 'sessions'],
      ...[
        'jams',
        'feed',
        'uploads',
        'imports',
        'chat',
        'arcade',
        'playlists',
        'clubs',
        'market',
        'plans',
        'people',
        'sync',
        'moderation',
        'auth',
        'looks',
        'setup',
        'classes',
        'operations',
      ],
    ]);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const rifffs = (await rowsOf(server.database, 'rifffs', 'userId', 'packer')).sort(byId);
    const loops = (await rowsOf(server.database, 'loops', 'creatorId', 'packer')).sort(byId);
    const tracks = (await rowsOf(server.database, 'tracks', 'userId', 'packer')).sort(byId);
    expect(data.jams).toEqual({
      jams: [expect.objectContaining({ id: 'packer', kind: 'personal', access: 'private' })],
      rifffs: rifffs.map(({ jamId, access, license, doc }) => ({ jamId, access, license, doc })),
      jamLoops: expect.any(Array),
      ...{ members: [], codes: [], hides: [] },
      loops: loops.map(({ doc }) => doc),
    });
    expect(data.jams?.jamLoops).toHaveLength(60);
    expect(data.feed?.shares).toHaveLength(7);
    expect(data.feed?.likes?.map(({ shareId }) => shareId)).toEqual([...who.shareIds].sort());
    expect([data.feed?.hides, data.feed?.reports]).toEqual([[], []]);
    expect(data.uploads?.tracks?.map(({ id }) => id)).toEqual(tracks.map(({ id }) => id));
  });

  it('reads a page when the one before was taken, and lets others in between', async () => {
    const who = await makeHoard(server.database, { userId: 'hoarder', rifffs: 400 });
    const { seen, plugin } = rowCounter();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let [taken, most, pieces] = [0, 0, 0];
    const queries = server.database.queries.withPlugin(plugin);
    const { accounts: rules } = readSettings({});
    for await (const piece of await exportPieces(
      { queries, rules, owners: MODULES },
      who.userId,
      createTurns(),
    )) {
      // Apart from the account, which is asked for again before each piece.
      most = Math.max(most, seen.rows - taken - pieces);
      taken += piece.split('\n').length - 1;
      pieces += 1;
      expect(Buffer.byteLength(piece)).toBeLessThan(400_000);
    }
    isOver = true;
    expect(taken).toBeGreaterThan(400);
    expect(most).toBeLessThan(64);
    expect(turns).toBeGreaterThanOrEqual(pieces - 1);
  });

  // How an answer streams and takes turns, whatever it is read from.
  itOnce.each(['identity', 'gzip'])('breaks off where it fails, in %s', async (encoding) => {
    const who = await makeHoard(server.database, { userId: `broken-${encoding}`, rifffs: 3000 });
    const answer = await ask(who, { 'accept-encoding': encoding });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
    await closeAccount(server.database, who.userId, Date.now());
    await expect(text(answer)).rejects.toThrow();
  });

  itOnce('is made once at a time for an account', async () => {
    const who = await makeHoard(server.database, { userId: 'eager', rifffs: 3000 });
    const other = await makeAccount(server.database, 'patient');
    const first = await ask(who);
    const second = await ask(who);
    expect(second.statusCode).toBe(429);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    second.resume();
    await json(await ask(other));
    await text(first);
    const again = await ask(who);
    expect(again.statusCode).toBe(200);
    // A caller who goes away in the middle may come again.
    again.destroy();
    await expect.poll(async () => (await ask(who)).destroy().statusCode).toBe(200);
  });
});
