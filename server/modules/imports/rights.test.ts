import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarOf } from '../../../src/audio/imports/testing/bundles.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { storeChannel, storeClub } from '../../testing/clubs.ts';
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
import { type MovingJam, makeMovingJam, movedOgg, otherOgg } from '../../testing/movingJam.ts';
import { holding } from '../../testing/rifffs.ts';
import { LOOP_FRAMES, loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';

const ownOgg = await oggOf(tone(LOOP_FRAMES, 2, 440));
const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
const ELSEWHERE = { kind: 'rondo' as const, origin: 'https://c.example' };

type Line = Record<string, unknown>;

/** A bundle whose lines were changed. */
async function altered(bundle: Blob, change: (kind: string, line: Line) => Line): Promise<Blob> {
  const parts: Record<string, Uint8Array | string> = {};
  for (const [path, blob] of await entriesOf(bundle)) {
    const kind = /^(loops|rifffs|rondo|people)\./.exec(path)?.[1];
    const lines = kind ? (await blob.text()).split('\n').filter(Boolean) : [];
    parts[path] = kind
      ? lines.map((line) => `${JSON.stringify(change(kind, JSON.parse(line)))}\n`).join('')
      : new Uint8Array(await blob.arrayBuffer());
  }
  return tarOf(parts);
}

describeDatabases('rights of what an import brings', (open, { itOnce }) => {
  let world: MovingJam;
  /** Of the closed room of mia and tom, as tom takes it along. */
  let bundle: Blob;
  beforeAll(async () => {
    world = await makeMovingJam(open);
    const { here, mia, tom, jamId } = world;
    await jamCalls(here).ok(mia, `/jam/${jamId}`, { access: 'private' });
    bundle = await downloadBundle(here, tom, jamId);
  });
  afterAll(async () => {
    await world?.here.close();
    await world?.there.close();
  });
  const calls = () => jamCalls(world.here);
  const share = async (who: TestAccount, jamId: string, rifffId: string) => {
    const body = { jamId, rifffId, shareId: newId(), title: 'Mine', private: false };
    return (await calls().call(who, '/rifff-feed/share', body)).status;
  };
  const rifffIn = async (who: TestAccount, jamId: string, rifffId: string) =>
    (await calls().ok(who, `/jam/${jamId}/rifffs/${rifffId}`)).rifff;
  const begin = (who: TestAccount, parts: Line = {}) => {
    const jam = { id: newId(), name: 'Elsewhere', created: 0 };
    return importCallsOf(world.here, who).begin({ ...ELSEWHERE, jam, ...parts });
  };

  itOnce('opens nothing to who only has the file', async () => {
    const { here, ann, ids, loops } = world;
    const done = await sayBundle(here, ann, bundle);
    // Copies of their own: the loops of mia and tom stay closed to her.
    expect(done.loops).toEqual(['renamed', 'renamed']);
    expect(await share(ann, done.jamId, ids.root)).toBe(403);
    const [copy] = (await rifffIn(ann, done.jamId, ids.branch)).loops;
    expect(copy._id).not.toBe(loops.mia);
    expect(copy).toMatchObject({ license: 'all-rights-reserved', access: 'none' });
    // A remix is hers to play, not to publish, in whatever way.
    const { ok, call, post } = calls();
    const remix = holding([copy._id]);
    await ok(ann, '/jam/ann/rifffs', { rifff: remix });
    expect(await share(ann, 'ann', remix._id)).toBe(403);
    const rights = { access: 'listen', license: 'cc0-1.0' };
    expect((await call(ann, '/accounts/my-access-rights', rights)).status).toBe(403);
    const { id: room } = await ok(ann, '/jam', { name: 'Open', access: 'public' });
    expect((await post(ann, holding([copy._id]), room)).status).toBe(403);
    expect((await call(null, `/jam/ann/rifffs/${remix._id}`)).status).toBe(404);
  });

  it('gives an account its own back, and nothing that others made', async () => {
    const { here, tom, ids } = world;
    const done = await sayBundle(here, tom, bundle);
    expect((await calls().ok(tom, '/imports')).imports[0]).toMatchObject({
      ...{ jamId: done.jamId, isProven: true, hasOwn: true },
    });
    expect(await rifffIn(tom, done.jamId, ids.answer)).toMatchObject({ userName: 'tom' });
    expect(await share(tom, done.jamId, ids.answer)).toBe(200);
    const root = await rifffIn(tom, done.jamId, ids.root);
    expect(root.importedNames[root.userName]).toEqual({ name: 'mia', from: 'a.example' });
    expect(root.isImported).toBe(true);
    // The owner of a jam shares what its members made; here no licence lets him.
    expect(await share(tom, done.jamId, ids.root)).toBe(403);
    for (const access of ['public', 'link']) {
      expect((await calls().call(tom, `/jam/${done.jamId}`, { access })).status).toBe(403);
    }
    const begun = { ...ELSEWHERE, jam: { id: 'x', name: 'X', created: 0 }, self: 'mia' };
    expect((await calls().call(tom, '/imports', begun)).status).toBe(400);
  });

  itOnce('believes no line that was changed, moved or never signed', async () => {
    const { here, tom, ids, jamId, loops } = world;
    const forged = await altered(bundle, (kind, line) => {
      const proof = line.proof as Line;
      if (kind === 'rondo') return { ...line, jam: { ...(line.jam as Line), id: 'forged' } };
      if (kind === 'people') return line;
      return {
        ...line,
        license: 'cc0-1.0',
        access: 'download',
        proof: { ...proof, account: 'tom' },
      };
    });
    const unsigned = await sayBundle(here, tom, forged);
    const free = await rifffIn(tom, unsigned.jamId, ids.root);
    expect(free.userName).toMatch(/^imported_/);
    expect(free.license).toBe('all-rights-reserved');
    expect((await calls().ok(tom, '/imports')).imports).toContainEqual(
      expect.objectContaining({ jamId: unsigned.jamId, isProven: false, hasOwn: false }),
    );
    // Nothing that is nested without end stops the server.
    const known = (await linesOf(await entriesOf(bundle), 'rondo'))[0];
    const body = { ...ELSEWHERE, jam: known.jam, head: { ...known, deep: 'DEEP' } };
    const nested = await here.app.inject({
      ...{ method: 'POST', url: '/api/imports' },
      headers: { ...tom.headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body).replace('"DEEP"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    });
    expect(nested.statusCode).toBeLessThan(500);
    // The head is good, and its lines are not: they are of another bundle, or without a signature.
    const other = await downloadBundle(here, tom, jamId);
    const head = JSON.parse(await (await entriesOf(other)).get('rondo.json')!.text());
    const own = importCallsOf(here, tom);
    const { id, jamId: room } = await own.begin({ ...ELSEWHERE, jam: head.jam, head });
    const rifffs = await linesOf(await entriesOf(bundle), 'rifffs');
    const moved = rifffs.find(({ _id }) => _id === ids.answer);
    const fresh = (rifff: Line) => ({ ...rifff, _id: newId() });
    const { results } = await own.rifffs(id, [
      fresh(moved),
      fresh({ ...moved, proof: null }),
    ] as never);
    for (const one of results) {
      expect((await rifffIn(tom, room, one.id)).userName).toMatch(/^imported_/);
    }
    // A signed line with other sound.
    const line = (await linesOf(await entriesOf(other), 'loops')).find(
      ({ _id }) => _id === loops.tom,
    );
    const swapped = await own.loop(id, { loop: { ...line, _id: 'swap' }, file: blobOf(movedOgg) });
    const row = await here.database.queries
      .selectFrom('loops')
      .select('creatorId')
      .where('id', '=', swapped.id)
      .executeTakeFirstOrThrow();
    expect(row.creatorId).toMatch(/^imported_/);
  });

  it('takes no name of its own server’s signature for an account', async () => {
    const { here, ann } = world;
    const own = importCallsOf(here, ann);
    const { id, jamId } = await begin(ann);
    const loop = loopDocument({ _id: newId(), creatorUserName: 'ann', license: 'cc0-1.0' });
    await own.loop(id, { loop, file: blobOf(ownOgg) } as never);
    const rifff = holding([loop._id as string], { userName: 'ann', license: 'cc0-1.0' });
    await own.rifffs(id, [rifff as never]);
    await own.finish(id);
    // Its server signs what it stored: a name from elsewhere with all rights kept.
    const again = await sayBundle(here, ann, await downloadBundle(here, ann, jamId));
    const back = await rifffIn(ann, again.jamId, rifff._id);
    expect(back.userName).toMatch(/^imported_/);
    expect(back.loops[0].creatorUserName).toMatch(/^imported_/);
    expect(await share(ann, again.jamId, rifff._id)).toBe(403);
  });

  itOnce('believes another server where its operator said so, and no other', async () => {
    const { here, there, mia, zoe, max, jamId, ids } = world;
    const { queries } = here.database;
    await queries
      .updateTable('rifffs')
      .set({ license: 'cc-by-4.0' })
      .where('id', '=', ids.answer)
      .execute();
    const free = await sayBundle(there, zoe, await downloadBundle(here, mia, jamId));
    const { imports } = await jamCalls(there).ok(zoe, '/imports');
    expect(imports[0]).toMatchObject({ jamId: free.jamId, isProven: true, hasOwn: false });
    // It is for the account that its taker named, and for no other.
    const signed = await downloadBundle(here, mia, jamId, 'https://b.example/max');
    const theirs = (await bringBundle(there, zoe, signed)).jams[0]!;
    expect(theirs).toMatchObject({ isProven: true, hasOwn: false });
    expect((await bringBundle(there, max, signed)).jams[0]).toMatchObject({ hasOwn: true });
    // The other way round no operator said so.
    const back = await downloadBundle(there, zoe, free.jamId, 'https://a.example/mia');
    expect((await bringBundle(here, mia, back)).jams[0]).toMatchObject({
      ...{ isProven: false, hasOwn: false },
    });
  });

  itOnce('leaves sound behind that a member of a club may not take', async () => {
    const { here, mia, tom, loops } = world;
    const { queries } = here.database;
    const clubId = await storeClub(queries, { mia: 'owner', tom: 'member' });
    const channel = await storeChannel(queries, { clubId, ownerId: 'mia' }, 'members');
    await calls().ok(mia, `/jam/${channel}/rifffs`, {
      rifff: holding([loops.mia, fixtureLoopId(1)]),
    });
    const heldBy = async (who: TestAccount) => {
      const entries = await entriesOf(await downloadBundle(here, who, channel));
      const { withoutSound } = JSON.parse(await entries.get('end.json')!.text());
      return {
        withoutSound,
        sounds: [...entries.keys()].filter((path) => path.includes(loops.mia)),
      };
    };
    expect((await heldBy(mia)).sounds).toHaveLength(2);
    const toms = await heldBy(tom);
    expect(toms.sounds).toEqual([]);
    expect(toms.withoutSound).toEqual([
      { id: loops.mia, reason: expect.stringMatching(/all rights/) },
    ]);
  });

  itOnce('marks names so that none passes for this server or its people', async () => {
    const { here, ann } = world;
    await expect(begin(ann, { origin: '' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(begin(ann, { origin: ' \u200b' })).rejects.toMatchObject({ code: 'bad_request' });
    for (const origin of ['https://a.example', 'A.Example', 'Rondo', 'а.example (really)']) {
      expect((await begin(ann, { origin })).origin, origin).toBe('a file');
    }
    const own = importCallsOf(here, ann);
    const { id, jamId } = await begin(ann);
    for (const displayName of ['Rondo', 'Moderator', 'R\u043endo', 'M0derat0r']) {
      const named = own.people(id, [{ id: 'x', displayName }]);
      await expect(named, displayName).rejects.toMatchObject({ code: 'bad_request' });
    }
    // The sign of imported people is nothing that a name can hold.
    await own.people(id, [{ id: 'y', displayName: '\u21a7 tom' }]);
    const said = { created: 5, message: 'Trust me', rifffId: null, replyTo: null };
    const users = ['y', 'Moderator', `z\u202e${'\u0301'.repeat(40)}`];
    await own.messages(id, users.map((user) => ({ ...said, id: newId(), user })) as never);
    const { feed } = await calls().ok(ann, `/jam/${jamId}/feed`);
    const shown = feed.map(({ displayName, importedFrom }: Line) => [displayName, importedFrom]);
    expect(shown.slice(1)).toEqual([
      ['unknown', 'c.example'],
      ['tom', 'c.example'],
    ]);
    expect(shown[0][0].normalize('NFD')).toMatch(/^z[\u0301 ]{0,4}$/);
    expect(feed[0].created).toBeGreaterThan(600_000_000_000);
  });

  itOnce('tells of no parent that the account may not read', async () => {
    const { here, ann, jamId, ids } = world;
    const { ok, commit } = calls();
    const { id: room } = await ok(ann, '/jam', { name: 'Seen', access: 'private' });
    const { id: seen } = await commit(ann, holding([fixtureLoopId(1)]), room);
    const own = importCallsOf(here, ann);
    const { id, jamId: came } = await begin(ann);
    const parents = [
      { jamId, rifffId: ids.root },
      { jamId: room, rifffId: seen },
      { jamId: 'bandffffffffff', rifffId: ids.root },
    ];
    const made = parents.map((parent) => holding([], { parent, originalId: parent.rifffId }));
    const { results } = await own.rifffs(id, made as never);
    expect(results.map(({ hasLostParent }) => hasLostParent)).toEqual([true, undefined, true]);
    const kept = await Promise.all(made.map(({ _id }) => rifffIn(ann, came, _id)));
    expect(kept.map(({ parent, originalId }) => [parent, originalId ?? null])).toEqual([
      [null, null],
      [parents[1], seen],
      [null, null],
    ]);
  });

  itOnce('makes nothing live and nothing collectible by the dates that a file tells', async () => {
    const { here, ann } = world;
    const { ok } = calls();
    const own = importCallsOf(here, ann);
    const { id, jamId } = await begin(ann, { kind: 'stems', origin: 'Stems' });
    const loop = loopDocument({ _id: newId(), creatorUserName: '' });
    const fresh = blobOf(await oggOf(tone(LOOP_FRAMES, 1, 660)));
    await own.loop(id, { loop, file: fresh } as never);
    const rifff = holding([loop._id as string], { userName: '', created: Date.now() });
    await own.rifffs(id, [rifff as never]);
    await own.finish(id);
    // Files without names of makers are the account's own: it may open them.
    const jam = await ok(ann, `/jam/${jamId}`, { access: 'public' });
    expect(Date.now() - jam.latest).toBeGreaterThanOrEqual(600_000);
    const live = (await ok(null, '/jam/lobby?live=true')).jams.map((one: Line) => one.id);
    expect(live).not.toContain(jamId);
    await here.database.queries
      .updateTable('jams')
      .set({ isCollectible: true })
      .where('id', '=', jamId)
      .execute();
    const market = await ok(null, `/marketplace/rifffs/${jamId}/${rifff._id}`);
    expect(market).toMatchObject({ closed: 'imported' });
    expect(await share(ann, jamId, rifff._id)).toBe(200);
    // Sound that is here by another maker is not.
    const theirs = loopDocument({ _id: newId(), creatorUserName: '' });
    const taken = own.loop(id, { loop: theirs, file: blobOf(otherOgg) } as never);
    await expect(taken).rejects.toThrow(/open to others/);
  });
});
