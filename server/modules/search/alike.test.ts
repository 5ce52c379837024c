import { expect, it } from 'vitest';
import { SEARCH_MOST } from '../../../src/data/contract/constants.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { type SearchFound, SearchSchema } from '../../../src/data/contract/search.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { getRow, insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { indexLoops } from '../searchIndex/indexing.ts';

const environment = { RATE_LIMIT: '1000000' };

describeDatabases('what sounds like a loop, in search', (open) => {
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'ada');
  const bo = useAccount(server, 'bo');
  const queries = () => server.database.queries;
  const send = callsAs(server);

  const alike = async (id: string, more = '', who: TestAccount | null = null) => {
    const { status, body } = await send('GET', `/search?limit=50&like=${id}&${more}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return SearchSchema.strict().parse(body.data);
  };
  const namesOf = ({ loops }: SearchFound) => loops!.results.map(({ name = '' }) => name);
  const refusal = async (id: string, who: TestAccount | null = null) => {
    const { status, body } = await send('GET', `/search?kind=loops&like=${id}`, who);
    return [status, body.message];
  };
  const NONE = [404, 'There is no such loop'];
  const UNMEASURED = [404, 'How this loop sounds was not measured'];

  /** An uploaded loop, of which all bytes of the timbre are the same. */
  const upload = async (name: string, byte: number, creatorId = 'ada') => {
    const row = await getRow(queries(), 'loops', { id: fixtureLoopId(1) });
    const id = newId();
    const timbre = encodeBytes(new Uint8Array(26).fill(byte));
    const doc = { ...(row.doc as Loop), _id: id, name, isLibraryLoop: false, timbre };
    const uploaded = { isLibrary: false, origin: 'upload', creatorId, packId: null } as const;
    const more = {
      ...uploaded,
      category: 'bass',
      doc: JSON.stringify({ ...doc, category: 'bass' }),
    };
    await insertRows(queries(), 'loops', { ...row, id, ...more });
    await indexLoops(queries(), [id]);
    return id;
  };

  it('is listed by how near it is, page by page, with the loop that was asked of', async () => {
    const all = await alike(fixtureLoopId(10));
    expect(all.like).toMatchObject({ _id: fixtureLoopId(10), name: '100% Kick 10' });
    expect(all.like).not.toHaveProperty('timbre');
    expect(namesOf(all).slice(0, 4)).toEqual([
      'Low_Tide 9',
      'Low_Tide 11',
      '100% Kick 8',
      '100% Kick 12',
    ]);
    // Without itself, the one that was not measured and the silent one.
    expect(all.loops).toMatchObject({ total: 21, isMore: false });
    expect(all).toMatchObject({ rifffs: { total: 0 }, people: { total: 0 }, jams: { total: 0 } });
    const page = await alike(fixtureLoopId(10), 'kind=loops&skip=2');
    expect(namesOf(page).slice(0, 2)).toEqual(['100% Kick 8', '100% Kick 12']);
    expect(page.loops!.total).toBe(21);
  });

  it('can be narrowed by words and by sound', async () => {
    const drums = await alike(fixtureLoopId(23), 'kind=loops&category=drums');
    expect(namesOf(drums)).toEqual(['100% Kick 16', '100% Kick 8', '100% Kick 0']);
    const tides = await alike(fixtureLoopId(1), 'kind=loops&q=tide%20low');
    expect(namesOf(tides).slice(0, 2)).toEqual(['Low_Tide 3', 'Low_Tide 7']);
    expect((await alike(fixtureLoopId(1), 'tempoMin=300')).loops!.total).toBe(0);
    const held = await alike(fixtureLoopId(1), `loopId=${fixtureLoopId(2)}`);
    expect([held.loops!.total, held.rifffs!.total, held.like]).toEqual([0, 0, undefined]);
  });

  it('is not said of a loop that is not there or was not measured', async () => {
    expect(await refusal('nowhere')).toEqual(NONE);
    expect(await refusal(fixtureLoopId(5))).toEqual(UNMEASURED);
    expect(await refusal(fixtureLoopId(6))).toEqual(UNMEASURED);
  });

  it('has loops of an account for that account alone, until a public share holds them', async () => {
    const id = await upload('Homemade', 110);
    const near = async (who: TestAccount | null) =>
      namesOf(await alike(fixtureLoopId(10), 'kind=loops', who))[0];
    for (const who of [null, bo]) {
      expect(await near(who)).not.toBe('Homemade');
      expect(await refusal(id, who)).toEqual(NONE);
      // Nor does another kind tell that it is there.
      const { body } = await send('GET', `/search?kind=rifffs&like=${id}`, who);
      expect(JSON.stringify(body)).not.toContain('Homemade');
    }
    expect(await near(ada)).toBe('Homemade');
    expect(namesOf(await alike(id, '', ada))[0]).toBe('100% Kick 10');
    const rifffId = await storeRifff(queries(), { jamId: 'ada', userId: 'ada', loopIds: [id] });
    await insertRows(queries(), 'rifffLoops', { jamId: 'ada', rifffId, loopId: id });
    const share = { jamId: 'ada', rifffId, shareId: newId(), title: 'Held', private: false };
    expect((await send('POST', '/rifff-feed/share', ada, share)).status).toBe(200);
    for (const who of [null, bo]) expect(await near(who)).toBe('Homemade');
    expect(namesOf(await alike(id, '', bo))[0]).toBe('100% Kick 10');
    // Whom the reader blocked they do not hear of, nor what was taken out.
    await send('POST', '/accounts/blocked/ada', bo, {});
    expect(await near(bo)).not.toBe('Homemade');
    expect(await refusal(id, bo)).toEqual(NONE);
    await updateRows(queries(), 'loops', { id }, { isRemoved: true });
    expect(await near(null)).not.toBe('Homemade');
    expect(await refusal(id)).toEqual(NONE);
    await removeRows(queries(), 'rifffLoops', { loopId: id });
    await indexLoops(queries(), [id]);
  });

  it('ends where it can be paged through no further, and says that there is more', async () => {
    for (let at = 0; at < SEARCH_MOST; at += 1) await upload(`Many ${at}`, 180);
    const { loops } = await alike(fixtureLoopId(10), 'kind=loops', ada);
    expect(loops).toMatchObject({ total: SEARCH_MOST, isMore: true });
    expect((await alike(fixtureLoopId(10), 'kind=loops')).loops).toMatchObject({ isMore: false });
  });
});
