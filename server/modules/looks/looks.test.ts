import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { MAX_LOOK_MAKERS, MAX_LOOKS } from '../../../src/data/contract/savedLooks.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { findBrokenLooks } from '../../testing/brokenLooks.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { lookNamed, lookWorld } from '../../testing/lookWorld.ts';
import { useTestServer } from '../../testing/testApp.ts';

/** Who asks. */
const WHO = ['nobody', 'other', 'owner'] as const;
/** By access, a letter for each of `WHO`: nothing (-), sees (r), or everything (e). */
const RIGHTS = [
  ['public', 'rre'],
  ['private', '--e'],
] as const;

describeDatabases('looks', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const [ada, ben, cleo, owner, other] = ['ada', 'ben', 'cleo', 'owner', 'other'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount, TestAccount];
  const accounts = { nobody: null, other, owner };
  const { send, ok, make, see, makeRoom, choose } = lookWorld(server);
  const update = (id: string, set: { created?: number; jamCount?: number }) =>
    server.database.queries.updateTable('looks').set(set).where('id', '=', id).execute();
  const names = ({ makers }: { makers: { name: string }[] }) => makers.map(({ name }) => name);
  /** A look by its name, made from another. */
  const madeFrom = (who: TestAccount, name: string, key: string) =>
    make(who, { document: lookNamed(name), madeFrom: key });

  it.each(RIGHTS)('that are %s are seen and changed by those who may', async (access, letters) => {
    const { id } = await make(owner, { access });
    const jamOfOther = await makeRoom(other);
    for (const [at, who] of WHO.entries()) {
      const [account, letter] = [accounts[who], letters[at]];
      const answer = await send('GET', `/looks/${id}`, account);
      expect(answer.status, `${who} sees`).toBe(letter === '-' ? 404 : 200);
      if (letter === '-') expect(answer.body.message).toBe('Look not found');
      else expect(answer.body.data.look).toMatchObject({ access, mayEdit: letter === 'e' });
      const hidden = account === null ? 401 : 404;
      const [sees, changes] = [letter === '-' ? hidden : 200, letter === '-' ? hidden : 403];
      const jamId = who === 'owner' ? 'owner' : jamOfOther;
      const tries: [string, number, () => ReturnType<typeof send>][] = [
        ['makes from it', sees, () => send('POST', '/looks', account, from(id))],
        ['gives it to a jam', sees, () => choose(account, jamId, [id])],
        ['reports', letter === 'e' ? 400 : sees, () => report(account, id)],
        ['shares', changes, () => send('POST', `/looks/${id}`, account, { access })],
        ['redraws', changes, () => send('POST', `/looks/${id}`, account, redrawn)],
        ['deletes', changes, () => send('DELETE', `/looks/${id}`, account)],
      ];
      for (const [what, status, tried] of tries) {
        const wanted = account === null ? 401 : letter === 'e' && status === 403 ? 200 : status;
        expect((await tried()).status, `${who} ${what}`).toBe(wanted);
      }
    }
    expect((await send('GET', `/looks/${id}`, owner)).status).toBe(404);
  });
  const from = (key: string) => ({ document: lookNamed('After it'), madeFrom: key });
  const redrawn = { document: { ...lookNamed('Tide'), ground: 'night' } };
  const report = (who: TestAccount | null, id: string) =>
    send('POST', `/looks/${id}/report`, who, { reason: 'Read its name' });

  it('are kept as they are given, with a name as people read it', async () => {
    const id = newId();
    const written = {
      v: 1,
      name: ' Ti\u202ede ',
      ground: 'paper',
      layers: [{ source: 'rings', drawn: 'dots' }],
    };
    const made = await make(ada, { id, document: written, access: undefined });
    const layers = [{ source: 'rings', drawn: 'dots', size: 1000, wedges: 1, part: 0 }];
    const document = { v: 1, name: 'Tide', ground: 'paper', layers, mods: [], choices: [] };
    expect(made).toMatchObject({ id, document, access: 'private', user: 'ada', makers: [] });
    expect(made.changed).toBe(made.created);
    const changed = (await ok('POST', `/looks/${id}`, ada, { access: 'public' })).look;
    expect(changed).toMatchObject({ document, access: 'public', created: made.created });
    expect(changed.changed).toBeGreaterThanOrEqual(made.changed);
    const again = (await ok('POST', `/looks/${id}`, ada, redrawn)).look;
    expect(again).toMatchObject({ document: { ground: 'night' }, access: 'public' });
    expect(await see(null, id)).toEqual({ ...again, mayEdit: false });
    expect((await ok('POST', `/looks/${id}`, ada, {})).look).toEqual(again);
    const [last] = (await ok('GET', '/looks/mine', ada)).looks;
    expect(last).toEqual(again);
    await ok('DELETE', `/looks/${id}`, ada);
    expect((await send('DELETE', `/looks/${id}`, ada)).status).toBe(404);
  });

  it('are listed where they are public, in orders that hold', async () => {
    const dan = await makeAccount(server.database, 'dan');
    await server.database.queries.updateTable('looks').set({ access: 'private' }).execute();
    const ids = ['c', 'a', 'B', 'd', '_'].map((letter) => `${letter}-${newId()}`);
    for (const [at, id] of ids.entries()) {
      await make(at === 3 ? dan : ada, { id });
      await update(id, { created: at < 3 ? 7 : at, jamCount: at % 2 });
    }
    await make(ada, { access: 'private' });
    const list = async (query: string, who: TestAccount | null = null) => {
      const { looks, total } = await ok('GET', `/looks${query}`, who);
      return [total, ...looks.map(({ id }: { id: string }) => id[0])];
    };
    // Capitals stand before small letters, as bytes do.
    expect(await list('')).toEqual([5, 'c', 'a', 'B', '_', 'd']);
    expect(await list('?order=used')).toEqual([5, 'a', 'd', 'c', 'B', '_']);
    expect(await list('?skip=1&limit=2')).toEqual([5, 'a', 'B']);
    expect(await list('?order=used&skip=4')).toEqual([5, '_']);
    expect(await list('?skip=9')).toEqual([5]);
    await ok('POST', '/accounts/blocked/dan', ben);
    expect(await list('', ben)).toEqual([4, 'c', 'a', 'B', '_']);
    const of = async (name: string, who: TestAccount | null) =>
      (await ok('GET', `/accounts/${name}/looks`, who)).looks.length;
    expect([await of('DAN', null), await of('dan', ben), await of('ada', null)]).toEqual([1, 0, 4]);
    expect(await of('ada', ada)).toBe((await ok('GET', '/looks/mine', ada)).looks.length);
    expect((await send('GET', '/accounts/noone_/looks', null)).status).toBe(404);
    expect((await send('GET', '/looks/mine', null)).status).toBe(401);
    for (const id of ids) await update(id, { jamCount: 0 });
  });

  it('credit what they were made from, through several people', async () => {
    const first = await madeFrom(ada, 'First', 'rose');
    expect(first.makers).toEqual([{ key: 'rose', name: 'Rose', user: '', displayName: '' }]);
    const second = await madeFrom(ben, 'Second', first.id);
    const third = await madeFrom(cleo, 'Third', second.id);
    const whole = ['Second', 'First', 'Rose'];
    expect(third.makers).toMatchObject([{ user: 'ben' }, { user: 'ada' }, { user: '' }]);
    expect(names(third)).toEqual(whole);
    // One's own is credited as well, and of several in a row the nearest.
    const fourth = await madeFrom(cleo, 'Fourth', third.id);
    expect(names(fourth)).toEqual(['Third', ...whole]);
    expect(names(await madeFrom(cleo, 'Fifth', fourth.id))).toEqual(['Fourth', ...whole]);
    // A credit says what it was called then, and leads where its reader may go.
    await ok('POST', `/looks/${first.id}`, ada, { document: lookNamed('New name') });
    await ok('POST', `/looks/${first.id}`, ada, { access: 'private' });
    const credit = { key: null, name: 'First', user: 'ada', displayName: 'ada' };
    expect((await see(null, third.id)).makers[1]).toEqual(credit);
    expect((await see(ada, third.id)).makers[1]).toEqual({ ...credit, key: first.id });
    await ok('DELETE', `/looks/${first.id}`, ada);
    expect((await see(ada, third.id)).makers[1]).toEqual(credit);
    let last = await madeFrom(ada, 'Start', 'rose');
    for (let at = 0; at < 10; at++) last = await madeFrom(at % 2 ? ada : ben, `${at}`, last.id);
    expect(names(last)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
    expect(last.makers).toHaveLength(MAX_LOOK_MAKERS);
  });

  it('are stored once for an id, and never under that of another', async () => {
    const id = newId();
    const body = { id, document: lookNamed('Once'), access: 'public' };
    const twice = await Promise.all([1, 2].map(() => send('POST', '/looks', ada, body)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const later = { ...body, document: lookNamed('Later') };
    expect((await ok('POST', '/looks', ada, later)).look.document.name).toBe('Once');
    expect((await send('POST', '/looks', ben, body)).status).toBe(409);
    const fresh = { ...body, id: newId() };
    const race = await Promise.all([ada, ben].map((who) => send('POST', '/looks', who, fresh)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const kept of ['print', 'rose', 'mine', 'new']) {
      const { status, body: said } = await send('POST', '/looks', ada, { ...body, id: kept });
      expect([kept, status, Object.keys(said.validationErrors)]).toEqual([kept, 400, ['id']]);
    }
    // What a jam or a credit still names does not become another look.
    const used = await make(ada);
    const copied = await make(ada);
    await choose(cleo, 'cleo', [used.id]);
    await make(cleo, { madeFrom: copied.id });
    for (const gone of [used, copied]) {
      await ok('DELETE', `/looks/${gone.id}`, ada);
      expect((await send('POST', '/looks', ben, { ...body, id: gone.id })).status).toBe(409);
    }
    expect(await findBrokenLooks(server.database.queries)).toEqual([]);
  });

  itOnce('are so many for an account', async () => {
    const { queries } = server.database;
    const gus = await makeAccount(server.database, 'gus');
    const about = { ownerId: 'gus', document: JSON.stringify(lookNamed('One of many')) };
    const times = { created: 1, changed: 1, jamCount: 0 };
    const rows = Array.from({ length: MAX_LOOKS - 1 }, () => ({ id: newId(), ...about, ...times }));
    await queries
      .insertInto('looks')
      .values(rows.map((row) => ({ ...row, access: 'private' as const })))
      .execute();
    await make(gus);
    const { status, body } = await send('POST', '/looks', gus, { document: lookNamed('Too many') });
    expect([status, body.message]).toEqual([403, 'You have 500 looks: that is the most']);
    expect((await ok('GET', '/looks/mine', gus)).looks).toHaveLength(MAX_LOOKS);
  });
});

describeDatabases('a document that is no look', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const ada = useAccount(server, 'ada');
  const { send, make } = lookWorld(server);
  const good = lookNamed('Tide');
  /** The same with other fields of its first layer. */
  const withLayer = (fields: object) => {
    const [first, ...others] = good.layers;
    return { ...good, layers: [{ ...first, ...fields }, ...others] };
  };
  let id = '';
  beforeAll(async () => {
    ({ id } = await make(ada));
  });
  const both = async (document: unknown) => {
    await server.database.queries.deleteFrom('limits').execute();
    return [
      await send('POST', '/looks', ada, { document }),
      await send('POST', `/looks/${id}`, ada, { document }),
    ];
  };

  itOnce.each<[string, unknown, RegExp]>([
    ['of another version', { ...good, v: 2 }, /^document\.v: must be 1$/],
    [
      'with 10,000 layers',
      { ...good, layers: Array(10_000).fill({ source: 'echo' }) },
      /at most 6 items$/,
    ],
    ['with 10,000 things', { ...good, layers: Array(10_000).fill({}) }, /^document\.layers/],
    ['with no number', withLayer({ turn: Number.NaN }), /turn: must be/],
    ['with half a number', withLayer({ turn: 0.5 }), /turn: must be/],
    ['with code', withLayer({ code: 'alert(1)' }), /0\.code: unknown field$/],
    ['of an unknown source', withLayer({ source: 'web' }), /^document\.layers\.0/],
    ['that moves nothing', { ...good, mods: [{ ...good.mods[0], layer: 5 }] }, /not there$/],
    ['without a name', { ...good, name: ' ' }, /^document\.name: /],
    [
      'with a name that is not seen',
      { ...good, name: '\u202e\u200b' },
      /^document\.name: Required$/,
    ],
    ['with a control character', { ...good, name: 'a\u0000b' }, /^document\.name: /],
    ['with a name of the house', { ...good, name: 'Rondo official' }, /^name: This name is kept/],
    ['that is a text', 'Tide', /^document: must be an object$/],
    ['that is not there', null, /^document: must be an object$/],
  ])('%s is refused with a sentence', async (_, document, sentence) => {
    for (const { status, body } of await both(document)) {
      expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
      expect(body.message.length).toBeLessThan(2000);
    }
  });

  const place = fc.constantFrom('v', 'name', 'ground', 'layers', 'mods', 'choices');
  const spoilt = fc.tuple(place, fc.jsonValue()).map(([key, value]) => ({ ...good, [key]: value }));
  const inLayer = fc.tuple(fc.constantFrom('drawn', 'size', 'part', 'turn'), fc.jsonValue());
  const spoiltLayer = inLayer.map(([key, value]) => withLayer({ [key]: value }));

  it('is refused or kept, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), spoilt, spoiltLayer), async (document) => {
        for (const { status, body } of await both(document)) {
          expect([200, 400], JSON.stringify(body)).toContain(status);
        }
      }),
      { numRuns: 60 },
    );
    const { looks } = (await send('GET', '/looks/mine', ada)).body.data;
    expect(looks.length).toBeGreaterThan(0);
  });
});
