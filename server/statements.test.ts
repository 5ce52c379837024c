import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { BUILT_IN_LOOKS } from '../src/drawing/jam/builtInLooks.ts';
import { useAccount } from './testing/accounts.ts';
import { callsAs } from './testing/calls.ts';
import { describeDatabases } from './testing/databases.ts';
import { postable, shareStored } from './testing/rifffs.ts';
import { fixtureLoopId } from './testing/starterFixture.ts';
import { useTestServer } from './testing/testApp.ts';

/** Statements of a call at most, for a visitor (whom a private jam refuses) and for its member, once what it shows is kept. */
const MOST: Readonly<Record<string, readonly [visitor: number, member: number]>> = {
  '/rifff-feed/query': [1, 2],
  '/rifff-feed/query?sort=likes&skip=20': [1, 2],
  '/rifff-feed/chart': [1, 2],
  '/v3/feed/rifff-of-the-week': [1, 2],
  '/rifff-feed/SHARE/comments': [3, 4],
  '/search?q=jam': [8, 14],
  '/search?q=jam&kind=rifffs&tempoMin=60&tempoMax=200': [2, 5],
  [`/search?kind=loops&like=${fixtureLoopId(1)}`]: [6, 9],
  '/looks': [3, 4],
  '/jam/bo': [1, 4],
  '/jam/bo/rifffs': [1, 5],
  '/library/loops': [2, 4],
};

describeDatabases('statements of a call', (open) => {
  let asked = 0;
  const server = useTestServer({
    environment: { RATE_LIMIT: '1000000' },
    // Their statements would be counted, too.
    hasJobs: false,
    openDatabase: async () => {
      const database = await open();
      const queries = database.queries.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          asked += 1;
          return result;
        },
      });
      return { ...database, queries };
    },
  });
  const ada = useAccount(server, 'ada');
  const bo = useAccount(server, 'bo');
  const call = callsAs(server);
  let shareId = '';

  beforeAll(async () => {
    for (let at = 0; at < 30; at++) {
      const { userId } = ada;
      shareId = await shareStored(server.database.queries, { userId, jamId: userId });
    }
    for (let at = 0; at < 5; at++) {
      const { status, body } = await call('POST', '/jam/bo/rifffs', bo, { rifff: postable() });
      expect(status, JSON.stringify(body)).toBe(200);
    }
    const look = { document: BUILT_IN_LOOKS.rose, access: 'public', madeFrom: 'rose' };
    expect((await call('POST', '/looks', bo, look)).status).toBe(200);
  });

  it.each(Object.entries(MOST))('%s are no more than they have to be', async (path, most) => {
    const found: number[] = [];
    for (const who of [null, bo]) {
      let least = Number.POSITIVE_INFINITY;
      // The first calls keep what they show; what an answer leaves to be done may be counted with the next.
      for (let time = 0; time < 4; time++) {
        asked = 0;
        const { status, body } = await call('GET', path.replace('SHARE', shareId), who);
        if (who) expect(status, JSON.stringify(body)).toBe(200);
        least = Math.min(least, asked);
      }
      found.push(least);
    }
    expect(found[0]).toBeLessThanOrEqual(most[0]);
    expect(found[1]).toBeLessThanOrEqual(most[1]);
  });

  it('are kept by PostgreSQL where they come again and again', async () => {
    const { kind, queries } = server.database;
    if (kind !== 'postgres') return;
    await call('GET', '/rifff-feed/query', bo);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where name like 'rondo_%'`.execute(queries);
    const texts = rows.map(({ statement }) => statement);
    // The session of the caller, and the first page with its length in the text, which a plan for any values needs.
    expect(texts).toContainEqual(expect.stringMatching(/from "sessions"/));
    expect(texts).toContainEqual(expect.stringMatching(/from "shares".* limit 21 offset 0$/s));
  });
});
