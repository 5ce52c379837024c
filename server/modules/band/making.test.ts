import { describe, expect, it } from 'vitest';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { useAccount } from '../../testing/accounts.ts';
import { bandWorld } from '../../testing/bandWorld.ts';
import { rowsOf } from '../../testing/databases.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';
import { usedBytes } from '../uploads/usage.ts';
import { CLAIM_MS } from './repo.ts';

const BPS = 2;
/** A loop that comes later than two bars is not played: a machine with much to do gets more of them here. */
const ANSWER_BARS = 60;

describe('loops that the house band has made', () => {
  const fanOut = createLocalHub().join();
  // Nothing in the library but what is in the rifff: whatever it plays is made.
  const server = useTestServer({
    fanOut,
    starter: { loops: 2, without: [0] },
    answerBars: ANSWER_BARS,
  });
  const ana = useAccount(server, 'ana');
  const { makeRoom, invite, ok, commit, answersOf, rifffOf } = bandWorld(server, fanOut, ana);
  const loopsOf = () => rowsOf(server.database, 'loops', 'creatorId', 'ana');

  /** Commits. @returns the answer, whose ring was made */
  async function answered(id: string) {
    await commit(id, [1], undefined, ana, { bps: BPS });
    // However long making takes, no other answer to it begins.
    const heldMs = async () => {
      const [turn] = await rowsOf(server.database, 'bandTurns', 'jamId', id);
      return (turn?.claimed ?? 0) - Date.now();
    };
    await expect.poll(heldMs, { interval: 5 }).toBeGreaterThan(CLAIM_MS);
    const [answer] = await answersOf(id, 1);
    const { loops } = await rifffOf(id, answer!.rifffId);
    const made = loops.find((loop): loop is Loop => loop.made !== undefined);
    return { made: made!, rifffId: answer!.rifffId };
  }

  it('are the owner’s, in time and in key, and go where no rifff came to name them', async () => {
    const { database } = server;
    const id = await makeRoom();
    await ok(invite(id));
    const { made, rifffId } = await answered(id);
    expect(made).toMatchObject({ creatorUserName: 'ana', bps: BPS, root: 3, scale: 1 });
    expect(made.frames).toBe(loopFrames(made.length16ths, BPS, 48_000));
    const [file] = await rowsOf(database, 'media', 'loopId', made._id);
    expect(await usedBytes(database.queries, 'ana')).toBe(file!.size);
    // A crash took the rifff of another answer, whose loop was there already.
    const row = (await rowsOf(database, 'bandAnswers', 'jamId', id)).find(
      (one) => one.rifffId === rifffId,
    );
    expect(row).toMatchObject({ isOpen: false, loopId: made._id });
    const [stored] = await loopsOf();
    const lost = { ...(stored!.doc as object), _id: 'lost' };
    const { queries } = database;
    const doc = JSON.stringify(lost);
    await queries
      .insertInto('loops')
      .values({ ...stored!, id: 'lost', doc })
      .execute();
    await queries
      .insertInto('media')
      .values({ ...file!, key: 'lost', hash: 'f'.repeat(64), loopId: 'lost' })
      .execute();
    const created = row!.created;
    await queries
      .insertInto('jamLoops')
      .values({ jamId: id, loopId: 'lost', userId: 'ana', created })
      .execute();
    await queries
      .insertInto('bandAnswers')
      .values({
        ...row!,
        rifffId: 'gone',
        doc: JSON.stringify(row!.doc),
        loopId: null,
        isOpen: true,
      })
      .execute();
    // As if it had been planned a while ago.
    await queries
      .updateTable('bandAnswers')
      .set({ created: created - 600_000 })
      .execute();
    const next = await startTestServer({ openDatabase: async () => database });
    const isLeft = async () =>
      (await rowsOf(database, 'bandAnswers', 'jamId', id)).some((one) => one.rifffId === 'gone');
    await expect.poll(isLeft, { interval: 10 }).toBe(false);
    await next.close();
    expect((await loopsOf()).map((loop) => loop.id)).toEqual([made._id]);
    expect(await rowsOf(database, 'media', 'loopId', 'lost')).toEqual([]);
    expect((await rowsOf(database, 'jamLoops', 'jamId', id)).map(({ loopId }) => loopId)).toEqual([
      made._id,
    ]);
  });
});
