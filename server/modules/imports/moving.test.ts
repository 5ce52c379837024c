import { afterAll, beforeAll, expect, it } from 'vitest';
import { BundleEndSchema, BundleHeadSchema } from '../../../src/data/contract/bundle.ts';
import { tarOf } from '../../../src/data/imports/testing/bundles.ts';
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
  holding,
  type MovingJam,
  makeMovingJam,
  movedFlac,
  movedOgg,
  otherOgg,
} from '../../testing/movingJam.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';

const bytesOf = async (blob: Blob | undefined) => Buffer.from(await blob!.arrayBuffer());

/** What stands in a bundle but for its head. */
async function documentsOf(bundle: Blob) {
  const entries = await entriesOf(bundle);
  const sound = [...entries].filter(([path]) => path.startsWith('audio/'));
  return {
    people: await linesOf(entries, 'people'),
    loops: await linesOf(entries, 'loops'),
    rifffs: await linesOf(entries, 'rifffs'),
    messages: await linesOf(entries, 'messages'),
    sound: await Promise.all(
      sound.map(async ([path, blob]) => [path, (await bytesOf(blob)).toString('base64')]),
    ),
    end: JSON.parse(await entries.get('end.json')!.text()),
  };
}

describeDatabases('a jam that moves', (open) => {
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

  it('is an archive that only those get who make it', async () => {
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
    const done = await sayBundle(there, zoe, bundle);
    expect(done).toMatchObject({ jamId, loops: ['stored', 'stored'] });
    expect(done.jam).toMatchObject({ owner: 'zoe', access: 'private', rifffCount: 4 });
    expect(done.rifffs.results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('stored'));
    expect(done.rifffs.results[0]!.reason).toMatch(/1 of its loops is not here/);
    const before = await rowsThere();
    expect(before.at(-1)).toEqual([]);
    await sayBundle(there, zoe, bundle);
    expect(await rowsThere()).toEqual(before);
    const [a, b] = [bundle, await downloadBundle(there, zoe, jamId)];
    expect(await documentsOf(b)).toEqual(await documentsOf(a));

    const { ok } = jamCalls(there);
    const { rifff } = await ok(zoe, `/jam/${jamId}/rifffs/${ids.root}`);
    const gone = rifff.loops.find((loop: { _id: string }) => loop._id === loops.gone);
    expect(gone).toMatchObject({ isRemoved: true, length16ths: 8, creatorUserName: '' });
    const lineage = await ok(zoe, `/jam/${jamId}/rifffs/${ids.answer}/lineage`);
    const byMia = { rifffId: ids.root, isReadable: true, displayName: 'mia (from a.example)' };
    expect(lineage.ancestors).toMatchObject([byMia]);
    const { feed } = await ok(zoe, `/jam/${jamId}/feed`);
    expect(feed).toMatchObject([
      { displayName: 'tom (from a.example)', message: 'Hi', reply: { id: ids.said } },
      { displayName: 'mia (from a.example)', rifff: { _id: ids.root } },
    ]);
    expect(feed[1].message).toContain('&lt;b&gt;');
    const { user } = feed[0];
    const { profiles } = await ok(null, '/accounts/profiles/query', { userIds: [user, 'tom'] });
    expect(profiles).toMatchObject([
      { user_id: 'tom' },
      { user_id: user, displayName: 'tom (from a.example)', isImported: true },
    ]);
    expect((await ok(zoe, '/imports')).imports).toMatchObject([
      { jamId, name: 'Night bus', state: 'done', rifffs: 4, loops: 2, messages: 2 },
    ]);
  });
});
