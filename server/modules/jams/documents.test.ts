import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

/** Values that JSON carries exactly: −0 comes back as 0. */
const value = fc.jsonValue({ maxDepth: 4 }).map((one) => JSON.parse(JSON.stringify(one)));
/** No key that the schema, the server or JavaScript knows. */
const unknownKeys = fc.dictionary(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `x${text.replaceAll('\0', '')}`),
  value,
  { maxKeys: 5 },
);
/** What may go wrong with a document, next to what may not. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    0,
    1e308,
    '',
    '\0',
    '\ud800',
    '../x',
    '__proto__',
    [],
    {},
    true,
  ),
  fc.string(),
  fc.double(),
  value,
);
const field = fc.constantFrom(
  ['_id'],
  ['created'],
  ['parent'],
  ['root'],
  ['loops'],
  ['colour'],
  ['state'],
  ['state', 'bps'],
  ['state', 'barLength'],
  ['state', 'playback'],
  ['state', 'playback', '0'],
  ['state', 'playback', '0', 'slot', 'current', 'currentLoop'],
  ['state', 'playback', '0', 'slot', 'current', 'gain'],
  ['state', 'playback', '0', 'slot', 'current', 'playbackRate'],
);

function withField(rifff: object, path: readonly string[], what: unknown): object {
  const copy = structuredClone(rifff);
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1)!] = what;
  return copy;
}

/** Null characters and prototype names, which are refused wherever they stand. */
const isRefused = (what: unknown) => /\\u0000|"(__proto__|constructor)"/.test(JSON.stringify(what));

describeOnce('documents of rifffs', (open) => {
  let server: TestServer;
  const accounts: TestAccount[] = [];
  let turn = 0;
  beforeAll(async () => {
    server = await startTestServer({ openDatabase: open });
    // Several, because one account may only commit so often in a minute.
    for (let at = 0; at < 4; at++) {
      accounts.push(await makeAccount(server.database, `writer${at}`));
    }
  });
  afterAll(() => server?.close());

  const nextAccount = () => accounts[turn++ % accounts.length]!;
  const post = (who: TestAccount, rifff: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api/jam/${who.userId}/rifffs`,
      headers: who.headers,
      payload: { rifff },
    });
  const counts = async () => {
    const { queries } = server.database;
    const rifffs = await queries.selectFrom('rifffs').select('id').execute();
    const loops = await queries.selectFrom('rifffLoops').select('loopId').execute();
    return [rifffs.length, loops.length];
  };

  it('read back with every unknown key as it was', async () => {
    await fc.assert(
      fc.asyncProperty(unknownKeys, unknownKeys, unknownKeys, async (top, state, current) => {
        fc.pre(![top, state, current].some(isRefused));
        const who = nextAccount();
        const posted = postable([1, 2], top);
        Object.assign(posted.state, state);
        Object.assign(posted.state.playback[1]!.slot.current!, current);
        const answer = await post(who, posted);
        expect(answer.statusCode, answer.body).toBe(200);
        const url = `/api/jam/${who.userId}/rifffs/${posted._id}`;
        const read = await server.app.inject({ url, headers: who.headers });
        const { rifff } = read.json().data as { rifff: Rifff };
        expect(rifff).toMatchObject(top);
        expect(rifff.state).toMatchObject(state);
        expect(rifff.state.playback[1]?.slot.current).toMatchObject(current);
      }),
      { numRuns: 60 },
    );
  });

  it('refuse text by which a database could not read them, and so leave the history as it was', async () => {
    const who = nextAccount();
    for (const text of ['\0', '\ud800', 'a\udc00b']) {
      for (const odd of [{ mood: text }, { [text]: 1 }, { deep: [{ mood: [text] }] }]) {
        expect((await post(who, postable([1], odd))).statusCode).toBe(400);
      }
    }
    expect((await post(who, postable([1], { mood: '\ud83d\ude00' }))).statusCode).toBe(200);
    const url = `/api/jam/${who.userId}/tree?minBps=1`;
    expect((await server.app.inject({ url, headers: who.headers })).statusCode).toBe(200);
  });

  it('are stored when accepted, and leave nothing when refused', async () => {
    await fc.assert(
      fc.asyncProperty(field, odd, async (path, what) => {
        const before = await counts();
        const answer = await post(nextAccount(), withField(postable(), path, what));
        expect([200, 400, 409], answer.body).toContain(answer.statusCode);
        const [rifffs = 0] = await counts();
        // A short id may come twice: then it is the same rifff again, or a conflict.
        const isTaken = path[0] === '_id' && rifffs === before[0];
        if (answer.statusCode === 200) expect(isTaken || rifffs === before[0]! + 1).toBe(true);
        else expect(await counts()).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});
