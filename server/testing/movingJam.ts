import { expect } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import type { OpenNew } from './databases.ts';
import { jamCalls } from './jamCalls.ts';
import { holding } from './rifffs.ts';
import { flacOf, formOf, LOOP_FRAMES, loopDocument, oggOf, tone } from './sounds.ts';
import { fixtureLoopId } from './starterFixture.ts';
import { startTestServer, type TestServer } from './testApp.ts';

const pcm = tone(LOOP_FRAMES);
export const movedOgg = await oggOf(pcm);
export const movedFlac = await flacOf(pcm);
/** The same loop with other sound. */
export const otherOgg = await oggOf(tone(LOOP_FRAMES, 2, 330));

export interface MovingJam {
  readonly here: TestServer;
  readonly there: TestServer;
  readonly mia: TestAccount;
  readonly tom: TestAccount;
  readonly ann: TestAccount;
  /** Of the other server. */
  readonly zoe: TestAccount;
  readonly max: TestAccount;
  readonly jamId: string;
  /** Of `gone` there is no sound any more. */
  readonly loops: Readonly<Record<'mia' | 'tom' | 'gone', string>>;
  readonly ids: Readonly<Record<'root' | 'answer' | 'branch' | 'remix' | 'said', string>>;
}

/**
 * Two servers. On the first a jam of mia and tom: a root, two branches, a remix of something elsewhere, a loop whose sound
 * was taken back, and some chat. On the second, which trusts the first, nothing of it, and a tom who is another person.
 */
export async function makeMovingJam(open: OpenNew): Promise<MovingJam> {
  const serverAt = (host: string, environment: Record<string, string> = {}) =>
    startTestServer({
      openDatabase: open,
      environment: { PUBLIC_URL: `https://${host}`, ...environment },
    });
  const here = await serverAt('a.example');
  const { key } = (await here.app.inject('/api/bundle-key')).json().data;
  const there = await serverAt('b.example', {
    RONDO_TRUSTED_SERVERS: `https://a.example=${key}`,
  });
  const [mia, tom, ann] = [
    await makeAccount(here.database, 'mia'),
    await makeAccount(here.database, 'tom'),
    await makeAccount(here.database, 'ann'),
  ];
  const [zoe, max] = [
    await makeAccount(there.database, 'zoe'),
    await makeAccount(there.database, 'max'),
  ];
  await makeAccount(there.database, 'tom');
  const { ok } = jamCalls(here);
  const room = { name: 'Night bus', description: 'Home', access: 'public' };
  const { id: jamId } = await ok(mia, '/jam', room);
  const { queries } = here.database;
  const member = { jamId, userId: 'tom', role: 'member' as const, since: 1, isRemoved: false };
  await queries.insertInto('members').values(member).execute();

  const upload = async (who: TestAccount, file: Buffer, master?: Buffer) => {
    const id = newId();
    const metadata = loopDocument({ _id: id, name: `Loop of ${who.userId}`, mood: { late: 7 } });
    const { payload, contentType } = formOf([
      ['file', file, 'loop.ogg'],
      ...(master ? [['master', master, 'loop.flac'] as const] : []),
      ['metadata', JSON.stringify(metadata)],
    ]);
    const headers = { ...who.headers, 'content-type': contentType };
    const url = `/api/jam/${jamId}/loops`;
    const answer = await here.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  };
  const loops = {
    mia: await upload(mia, movedOgg, movedFlac),
    tom: await upload(tom, otherOgg),
    gone: await upload(mia, movedOgg),
  };

  const commit = async (who: TestAccount, rifff: { _id: string }, to = jamId) => {
    await ok(who, `/jam/${to}/rifffs`, { rifff });
    return rifff._id;
  };
  const slots = [fixtureLoopId(1), loops.mia, loops.gone];
  const root = await commit(
    mia,
    holding(slots, { root: 3, scale: 2, colour: 'ff12ab90', mood: 'late' }),
  );
  const parent = { jamId, rifffId: root };
  const answer = await commit(tom, holding([loops.tom, fixtureLoopId(2)], { parent }));
  const branch = await commit(mia, holding([loops.mia], { parent }));
  const elsewhere = await commit(tom, holding([fixtureLoopId(3)]), 'tom');
  const from = { jamId: 'tom', rifffId: elsewhere };
  const remix = await commit(tom, holding([fixtureLoopId(3)], { parent: from }));
  const said = newId();
  const card = { jamId, rifffId: root };
  await ok(mia, `/jam/${jamId}/messages`, { id: said, message: 'Hello <b>there</b>', rifff: card });
  await ok(tom, `/jam/${jamId}/feed/${said}/reply`, { message: 'Hi' });
  // As if its maker had taken it back.
  await queries
    .updateTable('loops')
    .set({ isRemoved: true })
    .where('id', '=', loops.gone)
    .execute();
  const ids = { root, answer, branch, remix, said };
  return { here, there, mia, tom, ann, zoe, max, jamId, loops, ids };
}
