import { afterAll, beforeAll, expect, it } from 'vitest';
import { BundleEndSchema, BundleHeadSchema } from '../../../src/data/contract/bundle.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { bringBundle, downloadBundle, openBundle } from '../../testing/importCalls.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable } from '../../testing/rifffs.ts';
import { flacOf, formOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

const pcm = tone(LOOP_FRAMES);
const ogg = await oggOf(pcm);
const flac = await flacOf(pcm);
const otherOgg = await oggOf(tone(LOOP_FRAMES, 2, 330));

/** A rifff with these loops in its slots. */
const holding = (loopIds: readonly string[], extra: Record<string, unknown> = {}) => {
  const rifff = postable([], extra);
  loopIds.forEach((currentLoop, at) => {
    rifff.state.playback[at] = { slot: { current: { currentLoop } } };
  });
  return rifff;
};

/** Lines of an entry as documents. */
const linesOf = (text = '') =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describeDatabases('a jam that moves', (open) => {
  let here: TestServer;
  let there: TestServer;
  let mia: TestAccount;
  let tom: TestAccount;
  let ann: TestAccount;
  /** Of the other server. */
  let zoe: TestAccount;
  let jamId: string;
  const loops = { mia: newId(), tom: newId(), gone: newId() };
  const ids = { root: '', answer: '', branch: '', remix: '' };

  const upload = async (who: TestAccount, id: string, file: Buffer, master?: Buffer) => {
    const { payload, contentType } = formOf([
      ['file', file, 'loop.ogg'],
      ...(master ? [['master', master, 'loop.flac'] as const] : []),
      [
        'metadata',
        JSON.stringify(loopDocument({ _id: id, name: `Loop ${id.slice(-4)}`, mood: 7 })),
      ],
    ]);
    const headers = { ...who.headers, 'content-type': contentType };
    const url = `/api/jam/${jamId}/loops`;
    const answer = await here.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  beforeAll(async () => {
    [here, there] = await Promise.all([
      startTestServer({ openDatabase: open, environment: { PUBLIC_URL: 'https://a.example' } }),
      startTestServer({ openDatabase: open, environment: { PUBLIC_URL: 'https://b.example' } }),
    ]);
    mia = await makeAccount(here.database, 'mia');
    tom = await makeAccount(here.database, 'tom');
    ann = await makeAccount(here.database, 'ann');
    zoe = await makeAccount(there.database, 'zoe');
    // Somebody else goes by this name there.
    await makeAccount(there.database, 'tom');
    const { ok } = jamCalls(here);
    ({ id: jamId } = await ok(mia, '/jam', {
      name: 'Night bus',
      description: 'Home',
      access: 'public',
    }));
    await here.database.queries
      .insertInto('members')
      .values({ jamId, userId: 'tom', role: 'member', since: 1, isRemoved: false })
      .execute();
    await upload(mia, loops.mia, ogg, flac);
    await upload(tom, loops.tom, otherOgg);
    await upload(mia, loops.gone, ogg);
    const commit = async (who: TestAccount, rifff: { _id: string }, to = jamId) => {
      await ok(who, `/jam/${to}/rifffs`, { rifff });
      return rifff._id;
    };
    const slots = [fixtureLoopId(1), loops.mia, loops.gone];
    ids.root = await commit(
      mia,
      holding(slots, { root: 3, scale: 2, colour: 'ff12ab90', mood: 'late' }),
    );
    const parent = { jamId, rifffId: ids.root };
    ids.answer = await commit(tom, holding([loops.tom, fixtureLoopId(2)], { parent }));
    ids.branch = await commit(mia, holding([loops.mia], { parent }));
    const elsewhere = await commit(tom, holding([fixtureLoopId(3)]), 'tom');
    ids.remix = await commit(
      tom,
      holding([fixtureLoopId(3)], { parent: { jamId: 'tom', rifffId: elsewhere } }),
    );
    const said = newId();
    const rifff = { jamId, rifffId: ids.root };
    await ok(mia, `/jam/${jamId}/messages`, { id: said, message: 'Hello <b>there</b>', rifff });
    await ok(tom, `/jam/${jamId}/feed/${said}/reply`, { message: 'Hi' });
    // As if its maker had taken it back: no sound, no name.
    await here.database.queries
      .updateTable('loops')
      .set({ isRemoved: true })
      .where('id', '=', loops.gone)
      .execute();
  });
  afterAll(async () => {
    await here?.close();
    await there?.close();
  });

  it('is an archive that only those get who make it', async () => {
    const entries = await openBundle(await downloadBundle(here, tom, jamId));
    const head = BundleHeadSchema.parse(JSON.parse(entries['rondo.json']!));
    expect(head).toMatchObject({
      origin: 'https://a.example',
      jam: { id: jamId, name: 'Night bus' },
    });
    const end = BundleEndSchema.parse(JSON.parse(entries['end.json']!));
    expect(end).toMatchObject({ rifffs: 4, messages: 2, people: 2 });
    expect(end.withoutSound).toEqual([{ id: loops.gone, reason: 'It was removed' }]);
    expect(entries[`audio/${loops.mia}.flac`]).toBe(flac.toString('base64'));
    expect(entries[`audio/${loops.mia}.ogg`]).toBe(ogg.toString('base64'));
    expect(Object.keys(entries).filter((path) => path.includes(loops.gone))).toEqual([]);
    await expect(downloadBundle(here, ann, jamId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(downloadBundle(here, null, jamId)).rejects.toMatchObject({ code: 'unauthorised' });
    await expect(downloadBundle(here, ann, 'mia')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is the same on another server, and the same again', async () => {
    const bundle = await downloadBundle(here, mia, jamId);
    const first = await bringBundle(there, zoe, bundle);
    expect(first).toMatchObject({ stopped: null, stored: { rifffs: 4, messages: 2 } });
    expect(first.jams).toEqual([{ jamId, name: 'Night bus' }]);
    const count = async () => {
      const tables = [
        'rifffs',
        'loops',
        'media',
        'messages',
        'jamEvents',
        'importedPeople',
      ] as const;
      const { queries } = there.database;
      const rows = await Promise.all(
        tables.map((table) => queries.selectFrom(table).selectAll().execute()),
      );
      return rows.map((some) => some.map((row) => JSON.stringify(row)).sort());
    };
    const before = await count();
    const again = await bringBundle(there, zoe, bundle);
    expect(again.stored).toEqual({ loops: 0, rifffs: 0, messages: 0 });
    expect(await count()).toEqual(before);
    const [a, b] = [
      await openBundle(bundle),
      await openBundle(await downloadBundle(there, zoe, jamId)),
    ];
    console.log(JSON.stringify(first.skipped), Object.keys(a), Object.keys(b));
    for (const path of Object.keys(a))
      if (path.endsWith('jsonl')) expect(linesOf(b[path]), path).toEqual(linesOf(a[path]));
  });
});
