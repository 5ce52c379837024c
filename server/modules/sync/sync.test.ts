import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeOneLoose } from '../../kernel/content.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Database } from '../../ports/database/database.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { type Loose, openDevice, openRemote } from '../../testing/pouch.ts';
import { changeOf, type Syncing, type SyncWorld, startSyncWorld } from '../../testing/syncWorld.ts';
import { closeAccount } from '../accounts/closing.ts';
import { createExporter } from '../accounts/exporting.ts';
import { endAllSessions } from '../auth/sessions.ts';
import { databaseOf } from './context.ts';
import { sync } from './module.ts';
import { REMOVAL_STEPS } from './ownership.ts';

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ _id: `doc${from + at}`, at: from + at }));

const attached = (content: Buffer, type = 'audio/flac') => ({
  content_type: type,
  data: content.toString('base64'),
});

describeDatabases('documents of devices', (open, { isThorough, itOnce }) => {
  let database: Database;
  let world: SyncWorld;
  let other: SyncWorld;
  let ana: Syncing;
  const hub = createLocalHub();

  beforeAll(async () => {
    database = await open();
    await database.migrate();
    const same = async () => database;
    const environment = { SYNC_QUOTA_MB: '4' };
    world = await startSyncWorld(same, { fanOut: hub.join(), environment });
    // Another node on the same database.
    other = await startSyncWorld(same, { fanOut: hub.join(), environment });
    ana = await world.account('ana');
  });

  afterAll(async () => {
    await other.server.close();
    await world.server.close();
  });

  it('go up and down, each once, and live from one node to the other', async () => {
    const [one, two] = [openDevice(), openDevice()];
    const count = isThorough ? 500 : 120;
    await one.bulkDocs(many(count));
    const remote = ana.remote();
    expect((await one.replicate.to(remote)).docs_written).toBe(count);
    expect((await one.replicate.to(remote)).docs_read).toBe(0);
    expect((await two.replicate.from(remote)).docs_written).toBe(count);
    // Both have noted how far they came: what is new alone is read, also by another node.
    await one.bulkDocs(many(3, count));
    expect((await one.replicate.to(remote)).docs_read).toBe(3);
    const elsewhere = openRemote(other.origin, ana);
    expect((await two.replicate.from(elsewhere)).docs_read).toBe(3);
    expect((await two.info()).doc_count).toBe(count + 3);

    const syncing = [one.sync(remote, { live: true }), two.sync(elsewhere, { live: true })];
    const there = changeOf(two, 'new');
    await one.put({ _id: 'new', says: 'hello' });
    expect((await there).doc.says).toBe('hello');
    const back = changeOf(one, 'new');
    await two.put({ ...(await two.get('new')), says: 'hello yourself' });
    expect((await back).doc.says).toBe('hello yourself');
    const gone = changeOf(two, 'new');
    await one.remove(await one.get('new'));
    expect((await gone).deleted).toBe(true);
    for (const one of syncing) one.cancel();
    expect(await remote.get('new').catch((error) => error)).toMatchObject({
      ...{ status: 404, reason: 'deleted' },
    });
  });

  it('that two devices changed apart keep both, with one winner, until one is chosen', async () => {
    const remote = (await world.account('bea')).remote();
    const [one, two] = [openDevice(), openDevice()];
    await one.put({ _id: 'draft', name: 'first' });
    await one.sync(remote);
    await two.sync(remote);
    for (const [device, name] of [
      [one, 'of one'],
      [two, 'of two'],
    ] as const) {
      await device.put({ ...(await device.get('draft')), name });
    }
    await two.put({ ...(await two.get('draft')), name: 'of two again' });
    for (const device of [one, two, one]) await device.sync(remote);
    const seen = await Promise.all(
      [one, two, remote].map((on) => on.get('draft', { conflicts: true, revs: true })),
    );
    expect(seen[0].name).toBe('of two again');
    expect(seen[0]._conflicts).toHaveLength(1);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const [lost] = seen[0]._conflicts;
    expect((await remote.get('draft', { rev: lost })).name).toBe('of one');

    await one.remove('draft', lost);
    for (const device of [one, two]) await device.sync(remote);
    for (const on of [one, two, remote]) {
      expect((await on.get('draft', { conflicts: true }))._conflicts).toBeUndefined();
    }
    const stale = await remote
      .put({ _id: 'draft', _rev: seen[0]._revisions.ids.at(-1), name: 'x' })
      .catch((error: Loose) => error);
    expect(stale.status).toBe(400);
    const old = { _id: 'draft', _rev: `1-${seen[0]._revisions.ids.at(-1)}` };
    expect((await remote.put(old).catch((error: Loose) => error)).status).toBe(409);
  });

  it('bring their attachments along, which are kept once and for as long as they are named', async () => {
    const cat = await world.account('cat');
    const remote = cat.remote();
    const [one, two] = [openDevice(), openDevice()];
    const take = randomBytes(200_000);
    await one.put({ _id: 'a', _attachments: { 'take 1/left.flac': attached(take) } });
    await one.put({
      _id: 'b',
      _attachments: { again: attached(take), page: attached(Buffer.from('<b>'), 'text/html') },
    });
    await one.sync(remote);
    await two.sync(remote);
    const got: Buffer = await two.getAttachment('a', 'take 1/left.flac');
    expect(got.equals(take)).toBe(true);
    const whole: Buffer = await remote.getAttachment('b', 'again');
    expect(whole.equals(take)).toBe(true);
    const { path } = cat;
    const page = await world.ask('GET', `${path}/b/page`, cat);
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const name = databaseOf('cat');
    const [row] = (await rowsOf(database, 'syncAttachments', 'name', name)).filter(
      ({ bytes }) => bytes === take.length,
    );
    const before = (await rowsOf(database, 'syncDatabases', 'name', name))[0]!.bytes;
    expect(before).toBeGreaterThan(take.length);
    expect(before).toBeLessThan(2 * take.length);

    // Another edit keeps it by its stub, and one more comes as it is.
    await two.put({ ...(await two.get('a')), named: true });
    await two.sync(remote);
    const edited = await remote.get('a');
    await remote.putAttachment('a', 'cover', edited._rev, Buffer.from('picture'), 'image/png');
    await remote.removeAttachment('a', 'take 1/left.flac', (await remote.get('a'))._rev);
    expect(Object.keys((await remote.get('a'))._attachments)).toEqual(['cover']);
    await remote.remove(await remote.get('b'));
    expect((await rowsOf(database, 'syncDatabases', 'name', name))[0]!.bytes).toBeLessThan(5000);
    await one.sync(remote);
    while (await removeOneLoose(world.server));
    expect(await world.server.blobs.has(row!.hash)).toBe(false);
    expect(await rowsOf(database, 'syncUses', 'name', name)).toHaveLength(1);
    const stub = { _id: 'c', _attachments: { a: { stub: true, digest: 'md5-none' } } };
    expect((await world.ask('PUT', `${path}/c`, cat, stub)).status).toBe(412);
  });

  it('are for their account alone, and for as long as it is signed in', async () => {
    const dan = await world.account('dan');
    const code = async (method: string, path: string, who?: Syncing | null, body?: unknown) => {
      const { status, headers, body: said } = await world.ask(method, path, who, body);
      expect(headers['www-authenticate']).toBeUndefined();
      return [status, said.error, said.reason];
    };
    expect((await code('PUT', dan.path, ana))[0]).toBe(403);
    expect((await code('GET', `${ana.path}/_all_docs`, dan))[0]).toBe(403);
    expect(await code('GET', dan.path)).toEqual([
      ...[401, 'unauthorized', 'You are not authorized to access this db.'],
    ]);
    const wrong = { ...dan, credential: `${dan.credential}x` };
    expect((await code('GET', dan.path, wrong))[0]).toBe(401);
    expect(await code('GET', '/db/anything', dan)).toEqual([
      ...[400, 'bad_request', 'database is not remote'],
    ]);
    expect((await code('GET', dan.path, dan))[0]).toBe(404);
    // Whether it is there can be asked without an error; the names of others are not told.
    const keys = [decodeURIComponent(dan.path.slice(4)), decodeURIComponent(ana.path.slice(4)), 7];
    const infos = async () => {
      const { status, body } = await world.ask('POST', '/db/_dbs_info', dan, { keys });
      expect(status).toBe(200);
      return (body as unknown as { key: unknown; info?: { db_name: string } }[]).map(
        ({ key, info }) => [key, info?.db_name],
      );
    };
    expect(await infos()).toEqual(keys.map((key) => [key, undefined]));
    expect((await code('POST', '/db/_dbs_info', null, { keys }))[0]).toBe(401);
    expect((await world.ask('PUT', dan.path, dan)).status).toBe(201);
    expect(await infos()).toEqual([
      [keys[0], keys[0]],
      ...keys.slice(1).map((key) => [key, undefined]),
    ]);
    expect((await code('PUT', dan.path, dan))[0]).toBe(412);

    const device = openDevice();
    const live = device.replicate.from(dan.remote(), { live: true });
    await new Promise((resolve) => live.once('paused', resolve));
    const ended = new Promise<Loose>((resolve) => live.once('error', resolve));
    live.catch(() => {});
    await database.transaction(async (transaction) => {
      await lockAccount(database, transaction, 'dan');
      await endAllSessions(transaction, 'dan');
    });
    hub.join().publish('people', { userId: 'dan' });
    expect((await ended).status).toBe(401);
  });

  it('have room, are written by nobody who is suspended, and go with their account', async () => {
    const eve = await world.account('eve');
    const remote = eve.remote();
    const big = { _id: 'big', _attachments: { a: attached(randomBytes(5 * 1024 * 1024)) } };
    const refused = await remote.put(big).catch((error: Loose) => error);
    expect(refused).toMatchObject({ status: 413, error: 'over_quota' });
    expect(await rowsOf(database, 'syncAttachments', 'name', databaseOf('eve'))).toEqual([]);
    await remote.put({ _id: 'small', n: 1, _attachments: { a: attached(randomBytes(1000)) } });
    const suspension = { userId: 'eve', reason: 'noise', since: 1, until: null };
    await database.queries.insertInto('suspensions').values(suspension).execute();
    expect((await remote.put({ _id: 'more' }).catch((error: Loose) => error)).status).toBe(403);
    expect((await openDevice().replicate.from(remote)).docs_written).toBe(1);

    const rules = { signUps: 'open' } as never;
    const log = { error: () => {} };
    const text = await createExporter(
      { queries: database.queries, rules, owners: [sync] },
      log,
    )('eve')
      .then((stream) => stream.toArray())
      .then((parts) => Buffer.concat(parts).toString());
    const documents = JSON.parse(text).data.sync.documents;
    expect(documents).toMatchObject([{ id: 'small', body: { n: 1 } }]);

    await closeAccount(database, 'eve', Date.now());
    for (const step of REMOVAL_STEPS) {
      await database.transaction(async (queries) => {
        while (await step(queries, 'eve', []));
      });
    }
    for (const table of [
      'syncDatabases',
      'syncDocs',
      'syncRevisions',
      'syncAttachments',
    ] as const) {
      expect(await rowsOf(database, table, 'name', databaseOf('eve'))).toEqual([]);
    }
  });

  it('are asked for as CouchDB has it', async () => {
    const fay = await world.account('fay');
    const { path } = fay;
    await world.ask('PUT', path, fay);
    const docs = [...many(5), { _id: 'doc0', at: 'twice' }];
    const written = await world.ask('POST', `${path}/_bulk_docs`, fay, { docs });
    expect(written.body.map(({ error }: Loose) => error ?? 'ok')).toEqual([
      ...['ok', 'ok', 'ok', 'ok', 'ok', 'conflict'],
    ]);
    const get = async (query: string) => (await world.ask('GET', `${path}/${query}`, fay)).body;
    const all = await get('_all_docs?startkey="doc1"&endkey="doc3"&descending=false&limit=2');
    expect([all.total_rows, all.rows.map(({ id }: Loose) => id)]).toEqual([5, ['doc1', 'doc2']]);
    const cut = await get('_changes?limit=2&since=1');
    expect([cut.results.map(({ seq }: Loose) => seq), cut.last_seq, cut.pending]).toEqual([
      ...[['2', '3'], '3', 2],
    ]);
    const rev = written.body[1].rev;
    await world.ask('DELETE', `${path}/doc1?rev=${rev}`, fay);
    const last = await get('_changes?since=5&include_docs=true');
    expect(last.results).toMatchObject([{ seq: '6', id: 'doc1', deleted: true }]);
    expect((await get('_changes?since=99')).results).toHaveLength(5);
    expect((await get('_changes?since=now&feed=longpoll&timeout=1')).results).toEqual([]);
    const diff = { doc1: [rev, '3-abc'], doc2: [written.body[2].rev], none: ['1-abc'] };
    expect((await world.ask('POST', `${path}/_revs_diff`, fay, diff)).body).toMatchObject({
      doc1: { missing: ['3-abc'], possible_ancestors: [last.results[0].changes[0].rev] },
      none: { missing: ['1-abc'] },
    });
    expect((await get('')).doc_del_count).toBe(1);
    expect(await get('_revs_limit')).toBe(1000);
    for (const id of ['_local/_x', '_local/a%2Fb']) {
      const put = await world.ask('PUT', `${path}/${id}`, fay, { last_seq: 3 });
      expect(put.status).toBe(201);
      expect((await world.ask('PUT', `${path}/${id}`, fay, { last_seq: 4 })).status).toBe(409);
      expect((await get(id)).last_seq).toBe(3);
    }
  });

  itOnce('answer nonsense with a reason', async () => {
    const gus = await world.account('gus');
    const { path } = gus;
    await world.ask('PUT', path, gus);
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const bad: [method: string, path: string, body?: unknown][] = [
      ...[
        '{',
        '[]',
        'null',
        '"x"',
        '{"docs":7}',
        '{"docs":[7]}',
        '{"docs":[{"__proto__":{}}]}',
      ].map((body): [string, string, string] => ['POST', '_bulk_docs', body]),
      ['POST', '_bulk_docs', { docs: [{ _id: 7 }] }],
      ['POST', '_bulk_docs', { docs: [{ _id: 'a', _odd: 1 }] }],
      ['POST', '_bulk_docs', { docs: [{ _id: 'a' }], new_edits: false }],
      [
        'POST',
        '_bulk_docs',
        { docs: [{ _id: 'a', _rev: '1-b', _revisions: 3 }], new_edits: false },
      ],
      ['POST', '_bulk_docs', { docs: [{ _id: 'x'.repeat(300) }] }],
      ['PUT', 'a', deep],
      ['PUT', 'a', { _attachments: { a: { data: '!!' } } }],
      ['PUT', 'a', { _attachments: [] }],
      ['PUT', 'constructor', {}],
      ['PUT', 'a', { _id: 'b' }],
      ['PUT', 'a', { text: 'x'.repeat(1024 * 1024 + 1) }],
      ['PUT', '_design/a', {}],
      ['POST', '_bulk_get', { docs: [{ id: 'a', rev: 'x' }] }],
      ['POST', '_bulk_get', { docs: {} }],
      ['POST', '_revs_diff', { a: 'b' }],
      ['POST', '_revs_diff', { a: ['x'] }],
      ['POST', '_all_docs', { keys: [{}] }],
      ['GET', '_all_docs?limit=-1'],
      ['GET', '_all_docs?limit=1&limit=2'],
      ['GET', '_all_docs?startkey={'],
      ['GET', '_changes?since=x'],
      ['GET', '_changes?heartbeat=x&feed=longpoll'],
      ['GET', 'a?open_revs=3'],
      ['GET', 'a?rev=x'],
      ['PUT', '_revs_limit', '"x"'],
      ['PUT', '_local/a', '7'],
      ['DELETE', 'a'],
      ['DELETE', 'a/b?rev=1-a'],
      ['PUT', 'a/_b', 'x'],
    ];
    for (const [method, place, body] of bad) {
      const answer = await world.ask(method, `${path}/${place}`, gus, body);
      const said = `${method} ${place} ${JSON.stringify(body)?.slice(0, 60)}: ${answer.status}`;
      expect(answer.status, said).toBeGreaterThanOrEqual(400);
      expect(answer.status, said).toBeLessThan(500);
      expect(Object.keys(answer.body).sort(), said).toEqual(['error', 'reason']);
    }
    for (const query of ['_changes?feed=continuous', '_changes?filter=_selector', '_find']) {
      expect((await world.ask('GET', `${path}/${query}`, gus)).status).toBe(501);
    }
    const info = await world.ask('GET', path, gus);
    expect([info.body.doc_count, info.body.update_seq]).toEqual([0, '0']);
  });

  itOnce('are signed up for and in to as clients of CouchDB do it', async () => {
    const user = (name: string, more: object) => ({
      ...{ _id: `org.couchdb.user:${name}`, type: 'user', roles: [], name },
      ...more,
    });
    const put = (name: string, more: object, who?: Syncing) =>
      world.ask('PUT', `/db/_users/org.couchdb.user:${name}`, who, user(name, more));
    const account = { password: 'Correct horse', email: 'hal@mail.example' };
    expect((await put('hal', { password: 'Correct horse' })).status).toBe(400);
    const made = await put('hal', account);
    expect([made.status, made.body.name]).toEqual([201, 'hal']);
    expect((await put('hal', { ...account, email: 'hal2@mail.example' })).status).toBe(409);
    const login = (password: string) =>
      world.ask('POST', '/db/_session', null, { name: 'hal', password });
    expect((await login('Wrong horse')).status).toBe(401);
    const signedIn = await login('Correct horse');
    const { token, password } = signedIn.body;
    const hal = { ...ana, userId: 'hal', credential: `${token}:${password}` };
    const session = async (who: Syncing | null) =>
      (await world.ask('GET', '/db/_session', who)).body.userCtx?.name;
    expect([await session(hal), await session(null)]).toEqual(['hal', null]);
    const remote = openRemote(world.origin, hal);
    await remote.put({ _id: 'a' });

    expect((await put('Hal_the_Great', {}, hal)).status).toBe(201);
    const shown = await world.ask('GET', '/db/_users/org.couchdb.user:hal', hal);
    expect([shown.body.name, shown.body.displayName]).toEqual(['hal', 'Hal_the_Great']);
    expect((await put('hal', { password: 'Better horse 2' }, hal)).status).toBe(400);
    const more = { password: 'Better horse 2', currentPassword: 'Correct horse' };
    const changed = await put('hal', more, hal);
    expect(changed.status).toBe(201);
    expect(await session(hal)).toBeUndefined();
    const again = { ...hal, credential: `${changed.body.token}:${changed.body.password}` };
    expect(await session(again)).toBe('hal');
    const admins = '/db/_node/_local/_config/admins/hal';
    expect((await world.ask('PUT', admins, again, '"secret"')).status).toBe(403);
    expect((await world.ask('DELETE', '/db/_users/org.couchdb.user:hal', again)).status).toBe(403);
    await world.ask('DELETE', '/db/_session', again);
    expect(await session(again)).toBeUndefined();
  });
});
