import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPieces } from '../../../src/data/sync/pieces.ts';
import { describeOnce } from '../../testing/databases.ts';
import { type Loose, openDevice } from '../../testing/pouch.ts';
import { type Syncing, type SyncWorld, startSyncWorld } from '../../testing/syncWorld.ts';
import { readText } from './bodyText.ts';
import { BodyRoom } from './requests.ts';
import { knownAmong, MOST_LEAVES } from './revisions.ts';

const hex = (at: number) => at.toString(16).padStart(32, '0');

describe('the text of a body', () => {
  const limits = { mostBytes: 100_000, mostWithContent: 100_000, keep: () => {} };
  async function* inChunks(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it('is the same in pieces of any size, with content of attachments and nothing else taken out', async () => {
    const content = fc.stringMatching(/^[A-Za-z0-9+/]{0,40}$/);
    const doc = fc.record(
      {
        data: fc.string({ unit: 'binary' }),
        _attachments: fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          fc.record({ data: content, type: fc.string() }),
        ),
        more: fc.jsonValue({ maxDepth: 3 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(doc), fc.integer({ min: 1, max: 50 }), async (docs, size) => {
        const taken: string[] = [];
        const openContent = () => {
          let letters = '';
          return {
            write: async (piece: string) => {
              letters += piece;
            },
            end: async () => `content ${taken.push(letters) - 1}`,
          };
        };
        const chunks = inChunks(JSON.stringify({ docs }), size);
        const text = await readText(chunks, { ...limits, openContent });
        let count = 0;
        const put = docs.map(({ _attachments, ...rest }) => ({
          ...rest,
          ...(_attachments && {
            _attachments: Object.fromEntries(
              Object.entries(_attachments).map(([name, one]) => [
                ...[name, { ...one, data: `content ${count++}` }],
              ]),
            ),
          }),
        }));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ docs: put })));
        const all = docs.flatMap(({ _attachments = {} }) =>
          Object.values(_attachments).map(({ data }) => data),
        );
        expect(taken).toEqual(all);
      }),
    );
  });

  it('ends as soon as it is too long, too deep, or made of too many members', async () => {
    const refused = async (text: string) =>
      readText(inChunks(text, 1000), limits).catch((error: Loose) => error.status);
    expect(await refused(`"${'x'.repeat(100_000)}"`)).toBe(413);
    expect(await refused('['.repeat(100))).toBe(400);
    expect(await refused(`[${'1,'.repeat(49_990)}1]`)).toContain('1,1');
    expect(await refused(`[${'1,'.repeat(50_010)}1]`)).toBe(413);
  });
});

it('counts of a body what has come, by caller, and forgets it when the call is over', () => {
  const room = new BodyRoom();
  const bodies = Array.from({ length: 4 }, () => room.begin('slow'));
  expect(room.heldBytes).toBe(0);
  for (const { keep } of bodies) keep(1_000_000);
  expect(room.heldBytes).toBe(4_000_000);
  expect(() => bodies[0]!.keep(5_000_000)).toThrow('You are sending much');
  room.begin('another').keep(5_000_000);
  for (const { end } of bodies) end();
  expect(room.heldBytes).toBe(5_000_000);
});

it('works on one piece of a caller in a turn of the event loop, however many bodies come at once', async () => {
  const room = new BodyRoom();
  const done: string[] = [];
  const { turn } = room.begin('another');
  const crowd = Array.from({ length: 10 }, () => room.begin('crowd').turn());
  for (const [at, own] of crowd.entries()) void own.then(() => done.push(`crowd ${at}`));
  void turn().then(() => done.push('another'));
  await Promise.resolve();
  expect(done).toEqual(['crowd 0', 'another']);
  for (let at = 1; at < 10; at++) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(done.filter((text) => text !== 'another').length).toBeLessThanOrEqual(at + 1);
  }
  await Promise.all(crowd);
  expect(done).toHaveLength(11);
});

it('compares revisions with the paths of leaves in one go through each path', () => {
  let steps = 0;
  const path = (top: number) =>
    new Proxy(
      Array.from({ length: 50 }, (_, at) => hex(top * 100 + at)),
      {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) steps += 1;
          return Reflect.get(target, name);
        },
      },
    );
  const leaves = Array.from({ length: 100 }, (_, top) => ({
    ...{ rev: `50-${hex(top * 100)}`, isDeleted: false, path: path(top) },
  }));
  const known = `48-${hex(702)}`;
  const asked = Array.from({ length: 10_000 }, (_, at) => `48-${hex(1_000_000 + at)}`);
  expect([...knownAmong(leaves, [...asked, known])]).toEqual([known]);
  expect(steps).toBeLessThanOrEqual(100 * 50);
});

it('sends takes in pieces that a body may be, and every document once', () => {
  const take = (mb: number) => ({
    _attachments: { sound: { data: new Blob([new Uint8Array(mb * 1024 * 1024)]) } },
  });
  const docs = [take(3), take(3), take(3), take(20), { at: 1 }, { at: 2 }];
  const pieces = inPieces(docs);
  expect(pieces.map(({ length }) => length)).toEqual([2, 1, 1, 2]);
  expect(pieces.flat()).toEqual(docs);
});

describeOnce('documents of devices under attack', (open) => {
  let world: SyncWorld;
  let ana: Syncing;

  beforeAll(async () => {
    world = await startSyncWorld(open);
    ana = await world.account('ana');
    await world.ask('PUT', ana.path, ana);
  });
  afterAll(() => world.server.close());

  /** Sends a head and the beginning of a body that does not end; answers the first line of what comes back. */
  async function begin(path: string, headers: string, body: Buffer | string = ''): Promise<string> {
    const { port } = world.server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const method = path.includes('_users') ? 'PUT' : 'POST';
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`,
    );
    socket.write(body);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split('\r\n')[0]!;
  }

  it('read no body of an unknown caller, and little of one who signs in', async () => {
    const long = 'content-length: 17000';
    expect(await begin(`${ana.path}/_bulk_docs`, long)).toContain(' 401 ');
    expect(await begin('/db/_session', long)).toContain(' 413 ');
    expect(await begin('/db/_users/org.couchdb.user:x', long)).toContain(' 413 ');
    const chunk = `4400\r\n{"name":"${'x'.repeat(0x4400 - 9)}\r\n`;
    expect(await begin('/db/_session', 'transfer-encoding: chunked', chunk)).toContain(' 413 ');
  });

  it('let others through while bodies of one account do not end', async () => {
    const bob = await world.account('bob');
    const { port } = world.server.app.server.address() as AddressInfo;
    const chunk = `100000\r\n{"docs":["${'x'.repeat(0x100000 - 10)}\r\n`;
    const slow = Array.from({ length: 7 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      const authorization = `authorization: Bearer ${bob.credential}`;
      socket.write(
        `POST ${bob.path}/_bulk_docs HTTP/1.1\r\nhost: x\r\n${authorization}\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`,
      );
      return socket;
    });
    const docs = [{ _id: 'through' }];
    expect((await world.ask('POST', `${ana.path}/_bulk_docs`, ana, { docs })).status).toBe(201);
    for (const socket of slow) socket.destroy();
  });

  it('compare at most 10,000 revisions', async () => {
    const revs = Array.from({ length: 10_001 }, (_, at) => `1-${at.toString(36)}`);
    const ask = (some: string[]) => world.ask('POST', `${ana.path}/_revs_diff`, ana, { doc: some });
    expect((await ask(revs)).status).toBe(413);
    expect((await ask(revs.slice(1))).body.doc.missing).toHaveLength(10_000);
  });

  it('has a hundred versions at most, forgets deleted ones, and loses nothing of a device that comes with one more', async () => {
    const cat = await world.account('cat');
    const remote = cat.remote();
    await remote.info();
    const write = (docs: object[]) =>
      world.ask('POST', `${cat.path}/_bulk_docs`, cat, { docs, new_edits: false });
    const leaf = (at: number, more: object = {}) => ({
      _id: 'doc',
      _rev: `1-${hex(at)}`,
      at,
      ...more,
    });
    const full = Array.from({ length: MOST_LEAVES }, (_, at) => leaf(at));
    expect((await write(full)).body).toEqual([]);
    const [refused] = (await write([leaf(200)])).body;
    expect(refused).toMatchObject({ id: 'doc', error: 'forbidden' });
    const lines = async () =>
      (await world.ask('GET', `${cat.path}/doc?open_revs=all`, cat)).body.map(
        ({ ok }: Loose) => ok,
      );
    expect(await lines()).toHaveLength(MOST_LEAVES);

    const device = openDevice();
    await device.bulkDocs([leaf(200, { mine: true })], { new_edits: false });
    await device.put({ _id: 'beside' });
    const pushed = await device.replicate.to(remote);
    expect([pushed.doc_write_failures, pushed.docs_written]).toEqual([1, 1]);
    // It hears of the others, lets those go that lost, and sends all of it at once.
    await device.replicate.from(remote);
    const all = await device.get('doc', { conflicts: true });
    for (const rev of all._conflicts.slice(0, 60)) await device.remove('doc', rev);
    await device.replicate.to(remote);
    const kept = await lines();
    expect(kept).toHaveLength(MOST_LEAVES);
    expect(kept.filter((one: Loose) => !one._deleted)).toHaveLength(MOST_LEAVES + 1 - 60);
    expect((await remote.get('doc', { rev: `1-${hex(200)}` })).mine).toBe(true);
    // What was forgotten of it is told again, and changes nothing.
    const { update_seq } = await remote.info();
    expect((await device.replicate.to(remote)).ok).toBe(true);
    await device.put({ _id: 'other' });
    await device.replicate.to(remote);
    expect(Number((await remote.info()).update_seq)).toBe(Number(update_seq) + 1);
  });

  it('go in groups, and come back as they were', async () => {
    const dan = await world.account('dan');
    const remote = dan.remote();
    const [one, two] = [openDevice(), openDevice()];
    const docs = Array.from({ length: 130 }, (_, at) => ({
      ...{ _id: `doc${at}`, text: 'ö'.repeat(3000), at, list: [[], {}, null] },
      ...(at % 40 === 0 && {
        _attachments: {
          'a/b': { content_type: 'audio/flac', data: randomBytes(150_001).toString('base64') },
        },
      }),
    }));
    await one.bulkDocs(docs);
    await one.replicate.to(remote);
    await two.replicate.from(remote);
    const read = (device: Loose) => device.allDocs({ include_docs: true, attachments: true });
    expect(await read(two)).toEqual(await read(one));
    const info = await remote.info();
    await two.remove(await two.get('doc1'));
    await two.replicate.to(remote);
    expect([info.doc_count, (await remote.info()).doc_count]).toEqual([130, 129]);
  });
});
