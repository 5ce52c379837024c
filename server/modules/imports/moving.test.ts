import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarOf } from '../../../src/audio/imports/testing/bundles.ts';
import { BundleEndSchema, BundleHeadSchema } from '../../../src/data/contract/bundle.ts';
import { BUNDLE_SCHEMA_FILE, bundleSchemaText } from '../../../tools/bundleSchema.ts';
import { runSteps } from '../../ports/database/batches.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { allOf } from '../../testing/afterwards.ts';
import { describeDatabases } from '../../testing/databases.ts';
import {
  bringBundle,
  downloadBundle,
  entriesOf,
  importCallsOf,
  linesOf,
  sayBundle,
} from '../../testing/importCalls.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import {
  type MovingJam,
  makeMovingJam,
  movedFlac,
  movedOgg,
  otherOgg,
} from '../../testing/movingJam.ts';
import { holding } from '../../testing/rifffs.ts';
import { LOOP_FRAMES, oggOf, tone } from '../../testing/sounds.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import type { TestServer } from '../../testing/testApp.ts';
import * as jams from '../jams/ownership.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';

/** What a moderator took out. */
const barredOgg = await oggOf(tone(LOOP_FRAMES, 1, 550));

const bytesOf = async (blob: Blob | undefined) => Buffer.from(await blob!.arrayBuffer());

/** What stands in a bundle but for its head and what the server that wrote it signed. */
async function documentsOf(bundle: Blob) {
  const entries = await entriesOf(bundle);
  const unsigned = async (kind: string) =>
    (await linesOf(entries, kind)).map(({ proof: _, ...doc }) => doc);
  const sound = [...entries].filter(([path]) => path.startsWith('audio/'));
  return {
    people: await linesOf(entries, 'people'),
    loops: await unsigned('loops'),
    rifffs: await unsigned('rifffs'),
    messages: await linesOf(entries, 'messages'),
    sound: await Promise.all(
      sound.map(async ([path, blob]) => [path, (await bytesOf(blob)).toString('base64')]),
    ),
    end: JSON.parse(await entries.get('end.json')!.text()),
  };
}

/** All that the player makes sound of: slots, key and tempo of each rifff, and of each loop its timing and its bytes. */
async function playedOf(server: TestServer, who: TestAccount, jamId: string) {
  const { ok } = jamCalls(server);
  const { rifffs } = await ok(who, `/jam/${jamId}/rifffs`);
  const played = [];
  for (const { _id, state, root, scale, loops } of rifffs) {
    const sounds = [];
    for (const loop of loops) {
      const { startOffsetSamples, length16ths, bps, sampleRate, frames, isRemoved } = loop;
      const url = loop.cdn_attachments?.oggAudio?.url;
      const file = url && (await server.app.inject({ url, headers: who.headers }));
      const bytes = file && `${file.statusCode} ${file.rawPayload.toString('base64')}`;
      const timing = { startOffsetSamples, length16ths, bps, sampleRate, frames, isRemoved };
      sounds.push({ id: loop._id, timing, bytes });
    }
    played.push({ _id, state, root, scale, sounds });
  }
  return played;
}

describeDatabases('a jam that moves', (open, { itOnce }) => {
  let world: MovingJam;
  let bundle: Blob;
  beforeAll(async () => {
    world = await makeMovingJam(open);
    bundle = await downloadBundle(world.here, world.mia, world.jamId);
  });
  afterAll(async () => {
    await world?.here.close();
    await world?.there.close();
  });
  /** Rows of the other server, however they lie there. */
  const rowsThere = async () => {
    const tables = ['jams', 'rifffs', 'rifffLoops', 'loops', 'media', 'jamLoops'] as const;
    const more = ['messages', 'jamEvents', 'importedPeople', 'importedLoops', 'notices'] as const;
    const { queries } = world.there.database;
    const rows = await Promise.all(
      [...tables, ...more].map((table) => queries.selectFrom(table).selectAll().execute()),
    );
    return rows.map((some) => some.map((row) => JSON.stringify(row)).sort());
  };

  itOnce('is an archive that only those get who make it', async () => {
    const { here, tom, ann, jamId, loops } = world;
    const entries = await entriesOf(await downloadBundle(here, tom, jamId));
    const head = BundleHeadSchema.parse(JSON.parse(await entries.get('rondo.json')!.text()));
    const jam = { id: jamId, name: 'Night bus', description: 'Home', barLength: 16 };
    expect(head).toMatchObject({ origin: 'https://a.example', jam });
    const end = BundleEndSchema.parse(JSON.parse(await entries.get('end.json')!.text()));
    expect(end).toMatchObject({ rifffs: 4, loops: 6, messages: 2, people: 2 });
    expect(end.withoutSound).toEqual([{ id: loops.gone, reason: 'It was removed' }]);
    expect(await bytesOf(entries.get(`audio/${loops.mia}.flac`))).toEqual(movedFlac);
    expect(await bytesOf(entries.get(`audio/${loops.mia}.ogg`))).toEqual(movedOgg);
    expect([...entries.keys()].filter((path) => path.includes(loops.gone))).toEqual([]);
    await expect(downloadBundle(here, ann, jamId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(downloadBundle(here, null, jamId)).rejects.toMatchObject({ code: 'unauthorised' });
    await expect(downloadBundle(here, ann, 'mia')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is the same on another server, tells nobody, and comes in once', async () => {
    const { there, zoe, jamId, ids, loops } = world;
    const stored = { loops: 2, rifffs: 4, messages: 2 };
    const skipped = [{ what: `loop ${loops.gone}`, reason: 'It was removed' }];
    const done = await bringBundle(there, zoe, bundle);
    expect(done).toMatchObject({ stopped: null, jams: [{ jamId }], stored, skipped });
    const jam = await jamCalls(there).ok(zoe, `/jam/${jamId}`);
    expect(jam).toMatchObject({ owner: 'zoe', access: 'private', rifffCount: 4 });
    const before = await rowsThere();
    expect(before.at(-1)).toEqual([]);
    const none = { loops: 0, rifffs: 0, messages: 0 };
    expect(await bringBundle(there, zoe, bundle)).toMatchObject({ stored: none, skipped });
    expect(await rowsThere()).toEqual(before);
    const [a, b] = [bundle, await downloadBundle(there, zoe, jamId)];
    expect(await documentsOf(b)).toEqual(await documentsOf(a));

    const played = await playedOf(there, zoe, jamId);
    expect(played).toHaveLength(4);
    expect(played).toEqual(await playedOf(world.here, world.mia, jamId));

    const { ok } = jamCalls(there);
    const { rifff } = await ok(zoe, `/jam/${jamId}/rifffs/${ids.root}`);
    const gone = rifff.loops.find((loop: { _id: string }) => loop._id === loops.gone);
    expect(gone).toMatchObject({ isRemoved: true, length16ths: 8, creatorUserName: '' });
    const lineage = await ok(zoe, `/jam/${jamId}/rifffs/${ids.answer}/lineage`);
    const byMia = { rifffId: ids.root, isReadable: true, displayName: 'mia' };
    const from = { importedFrom: 'a.example' };
    expect(lineage.ancestors).toMatchObject([{ ...byMia, ...from }]);
    const { feed } = await ok(zoe, `/jam/${jamId}/feed`);
    expect(feed).toMatchObject([
      { displayName: 'tom', ...from, message: 'Hi', reply: { id: ids.said } },
      { displayName: 'mia', ...from, rifff: { _id: ids.root } },
    ]);
    expect(feed[1].message).toContain('&lt;b&gt;');
    const { user } = feed[0];
    const { profiles } = await ok(null, '/accounts/profiles/query', { userIds: [user, 'tom'] });
    expect(profiles).toMatchObject([
      { user_id: 'tom' },
      { user_id: user, displayName: 'tom', isImported: true, ...from },
    ]);
    expect((await ok(zoe, '/imports')).imports).toMatchObject([
      { jamId, name: 'Night bus', state: 'done', rifffs: 4, loops: 2, messages: 2 },
    ]);
  });

  it('is its taker’s where they said so, speaks for no one here, and has a room for each account', async () => {
    const { here, there, mia, max, zoe, jamId, ids } = world;
    const signed = await downloadBundle(here, mia, jamId, 'https://b.example/max');
    const done = await sayBundle(there, max, signed);
    expect(done.jamId).toMatch(/^band[0-9a-f]{10}$/);
    expect(done.jamId).not.toBe(jamId);
    // What is proven to be the account's own is its own; the other is the loop that came with an import before.
    expect(done.loops.sort()).toEqual(['renamed', 'same']);
    expect(done.rifffs.results[0]!.reason).toMatch(/1 of its loops is not here/);
    const { ok, call } = jamCalls(there);
    const { rifff } = await ok(max, `/jam/${done.jamId}/rifffs/${ids.answer}`);
    expect(rifff).toMatchObject({ parent: { jamId: done.jamId, rifffId: ids.root } });
    // There is a tom here, and it is not him.
    const tom = { name: 'tom', from: 'a.example' };
    expect(rifff.userName).toMatch(/^imported_[0-9a-f]{20}$/);
    expect(rifff.importedNames).toMatchObject({ [rifff.userName]: tom });
    const { nodes } = await ok(max, `/jam/${done.jamId}/tree`);
    const node = nodes.find(({ id }: { id: string }) => id === ids.answer);
    expect(node).toMatchObject({ user: rifff.userName, importedName: tom });
    expect(rifff.creators).toContain('max');
    expect(rifff.creators).not.toContain('mia');
    const remix = (await ok(max, `/jam/${done.jamId}/rifffs/${ids.remix}`)).rifff;
    expect(remix.parent.jamId).toBe(rifff.userName);
    const root = (await ok(max, `/jam/${done.jamId}/rifffs/${ids.root}`)).rifff;
    const sent = (await linesOf(await entriesOf(bundle), 'rifffs'))[0];
    expect(root).toMatchObject({ userName: 'max', mood: 'late', colour: 'ff12ab90' });
    expect(root.created).toBe(sent.created);
    expect(root.peakData).toHaveLength(1536);
    // No account can go on with an import of another.
    expect((await call(zoe, `/imports/${done.id}/finish`, {})).status).toBe(404);
    const own = await linesOf(
      await entriesOf(await downloadBundle(there, max, done.jamId)),
      'loops',
    );
    expect(own.map(({ proof }) => proof.account).sort()).toContain('max');
  });

  it('opens no loop that the account may not hear', async () => {
    const { here, ann, jamId, loops } = world;
    await here.database.queries
      .updateTable('jams')
      .set({ access: 'private' })
      .where('id', '=', jamId)
      .execute();
    const calls = importCallsOf(here, ann);
    const jam = { id: 'forged', name: 'Forged', created: 0 };
    const { id, jamId: own } = await calls.begin({ kind: 'stems', origin: 'Stems', jam });
    const asked = [loops.mia, fixtureLoopId(1)];
    expect(await calls.missingLoops(id, asked)).toEqual([loops.mia]);
    const rifff = holding(asked) as never;
    const { results } = await calls.rifffs(id, [rifff]);
    expect(results).toMatchObject([{ outcome: 'stored', reason: expect.stringMatching(/1 of/) }]);
    const { call, ok } = jamCalls(here);
    const shown = (await ok(ann, `/jam/${own}/rifffs/${results[0]!.id}`)).rifff;
    expect(shown.loops).toMatchObject([{ isRemoved: true, creatorUserName: '' }, {}]);
    expect(JSON.stringify(shown)).not.toContain(loops.mia);
    // Until it is finished it is in no list of jams.
    const names = async () =>
      (await ok(ann, '/jam/my-jams')).jams.map((one: { id: string }) => one.id);
    expect(await names()).not.toContain(own);
    await calls.finish(id);
    expect(await names()).toContain(own);
    // The account that has the sound brings it, and the slot plays.
    const loop = (await linesOf(await entriesOf(bundle), 'loops')).find(
      ({ _id }) => _id === loops.mia,
    );
    const file = new Blob([new Uint8Array(otherOgg)], { type: 'audio/ogg' });
    const brought = await calls.loop(id, { loop, file });
    expect(brought.outcome).toBe('renamed');
    expect((await calls.rifffs(id, [rifff])).results[0]!.outcome).toBe('same');
    const whole = (await ok(ann, `/jam/${own}/rifffs/${results[0]!.id}`)).rifff;
    expect(whole.loops[0]).toMatchObject({ _id: brought.id, name: 'Loop of mia' });
    expect(whole.layerColours).toHaveLength(2);
    const flac = new Blob([new Uint8Array(movedFlac)]);
    const wrong = calls.loop(id, { loop: { ...loop, _id: 'long', bps: 3 }, file: flac });
    await expect(wrong).rejects.toMatchObject({ code: 'bad_request' });
    const since = Date.now();
    const value = createHash('sha256').update(barredOgg).digest('hex');
    const barred = { kind: 'sound' as const, value, userId: 'tom', since, origin: 'x' };
    await here.database.queries.insertInto('barred').values(barred).execute();
    const back = { ...loop, _id: 'back', created: 1 };
    const again = calls.loop(id, { loop: back, file: new Blob([new Uint8Array(barredOgg)]) });
    await expect(again).rejects.toThrow(/moderator/);
    // A FLAC alone is heard, whatever its maker allows with masters.
    await calls.loop(id, { loop: { ...loop, _id: 'alone' }, file: flac });
    await calls.rifffs(id, [holding(['alone'], { _id: 'solo' })] as never);
    const [{ cdn_attachments: files }] = (await ok(ann, `/jam/${own}/rifffs/solo`)).rifff.loops;
    expect(files.oggAudio).toBeUndefined();
    const url = files.flacAudio.url;
    expect((await here.app.inject({ url, headers: ann.headers })).statusCode).toBe(200);
    expect((await call(null, '/imports')).status).toBe(401);
  });

  it('comes in without what is damaged, and says what that was', async () => {
    const { there, zoe } = world;
    const calls = importCallsOf(there, zoe);
    const jam = { id: 'odd', name: 'Odd', created: 9_999_999_999_999 };
    const { id, jamId } = await calls.begin({ kind: 'lore', origin: 'LORE', jam });
    const good = holding([fixtureLoopId(1)], {
      created: 1_600_000_000_000.5,
      userName: 'Ünï\u202e\u0000',
    });
    const twin = holding([fixtureLoopId(2)], { created: 1_600_000_000_000 });
    const odd: unknown[] = [
      { ...twin, _id: '../../etc' },
      'no rifff',
      holding([], { created: Date.now() + 1e11 }),
      holding([], { mood: 'a\u0000b' }),
      holding([], { isRemoved: true }),
      { ...good, root: 4 },
    ];
    const own = holding([]);
    odd.push({ ...own, parent: { jamId: 'odd', rifffId: own._id } });
    const { results } = await calls.rifffs(id, [good, twin, ...odd] as never);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...['stored', 'stored'],
      ...Array(odd.length).fill('skipped'),
    ]);
    for (const { reason } of results.slice(2)) expect(reason).toMatch(/\w+/);
    const rows = await there.database.queries
      .selectFrom('rifffs')
      .select('created')
      .where('jamId', '=', jamId)
      .orderBy('created')
      .execute();
    // At one moment there is one rifff.
    expect(rows.map(({ created }) => created)).toEqual([1_600_000_000_000, 1_600_000_000_001]);
    const said = { id: 'm1', created: 5, user: 'x', message: '<i>', rifffId: null, replyTo: 'm9' };
    const messages = [said, { ...said, message: 'b' }, { ...said, id: 'm 2' }, null];
    const told = (await calls.messages(id, messages as never)).results;
    expect(told.map(({ outcome }) => outcome)).toEqual(['stored', 'skipped', 'skipped', 'skipped']);
    const { jams } = await jamCalls(there).ok(zoe, '/jam/my-jams');
    expect(jams.map((one: { name: string }) => one.name)).not.toContain('Odd');
    expect((await calls.finish(id)).created).toBeLessThanOrEqual(Date.now());
    const { profiles } = await jamCalls(there).ok(zoe, '/accounts/profiles/query', {
      userIds: (
        await there.database.queries.selectFrom('importedPeople').select('id').execute()
      ).map((row) => row.id),
    });
    const names = profiles.map((one: { displayName: string }) => one.displayName);
    expect(names).toContain('Ünï');
  });

  it('is read by the page of imports, whole or cut off', async () => {
    const { there, zoe } = world;
    const entries = await entriesOf(bundle);
    const parts: Record<string, Uint8Array | string> = {};
    for (const [path, blob] of entries) parts[path] = new Uint8Array(await blob.arrayBuffer());
    const head = JSON.parse(await entries.get('rondo.json')!.text());
    const odd = await tarOf({
      ...parts,
      'rondo.json': JSON.stringify({ ...head, jam: { ...head.jam, id: 'tricks' } }),
      '../../etc/passwd': 'root',
      'audio/../../x.ogg': 'x',
      'rifffs.0002.jsonl': `{"_id":"${'x'.repeat(5 * 1024 * 1024)}"}\n`,
      'messages.0002.jsonl': '{"id":\n',
    });
    const report = await bringBundle(there, zoe, odd);
    expect(report).toMatchObject({ stopped: null, stored: { rifffs: 4, messages: 2 } });
    expect(report.same.loops).toBe(5);
    const about = report.skipped.map(({ what }) => what).join(' ');
    expect(about).toMatch(/rifffs.0002.jsonl/);
    expect(about).toMatch(/message/);
    const cut = await bringBundle(there, zoe, bundle.slice(0, bundle.size - 3000));
    expect(cut.stored).toEqual({ loops: 0, rifffs: 0, messages: 0 });
    expect(cut.skipped.map(({ reason }) => reason).join(' ')).toMatch(/cut off/);
  });

  it('goes with the account that brought it, but for what others built on', async () => {
    const { there, zoe, jamId } = world;
    const { queries } = there.database;
    const { imports } = await allOf(exportOwned(queries, 'zoe'));
    expect(imports!.length).toBe(3);
    const steps = [...REMOVAL_STEPS, ...jams.REMOVAL_STEPS];
    await there.database.transaction((transaction) => runSteps(steps, transaction, zoe.userId));
    const left = await queries.selectFrom('imports').select('userId').execute();
    expect(left.map(({ userId }) => userId)).toEqual(['max']);
    const people = await queries.selectFrom('importedPeople').select('sourceId').execute();
    expect(people.map(({ sourceId }) => sourceId)).toEqual(['tom']);
    const rifffs = await queries
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', jamId)
      .execute();
    expect(rifffs.filter(({ digest }) => digest !== '')).toEqual([]);
    const messages = await queries
      .selectFrom('messages')
      .select('id')
      .where('jamId', '=', jamId)
      .execute();
    expect(messages).toEqual([]);
  });
});

it('has its schema beside the page about its format', async () => {
  expect(await readFile(BUNDLE_SCHEMA_FILE, 'utf8')).toBe(bundleSchemaText());
});
