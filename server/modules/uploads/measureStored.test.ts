import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { createChildJobs } from '../../plugins/childJobs.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { findRow, getRow, hasRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { describeUploads } from '../../testing/uploadWorld.ts';
import { createSoundDecoder } from './decodeSound.ts';
import { openUploadFolder } from './form.ts';
import { type MeasuringContext, measureNext } from './measureStored.ts';

const NOTE = 'timbre-fill';
const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;

describeUploads(
  'loops that were stored before their sound was measured',
  // The server's own job is at the same work, and would end it between two steps of a test.
  { isOfStore: false, hasJobs: false },
  (world) => {
    const queries = () => world.server.database.queries;
    let context: MeasuringContext;
    /** Ids of loops that were given up. */
    const givenUp: string[] = [];

    beforeAll(async () => {
      const { database, blobs, folder } = world.server;
      const decoder = createSoundDecoder(createChildJobs());
      const log = { warn: ({ loopId }: { loopId: string }) => void givenUp.push(loopId) };
      context = {
        ...{ database, blobs, decoder, folder: await openUploadFolder(folder) },
        log: log as unknown as MeasuringContext['log'],
      };
    });
    beforeEach(async () => {
      givenUp.length = 0;
      await writeNote(queries(), NOTE, '');
    });

    const docOf = async (id: string) =>
      (await getRow(queries(), 'loops', { id }, ['doc'])).doc as Loop;
    const heardBySearch = async (id: string) =>
      (await findRow(queries(), 'searchDocs', { kind: 'loops', id }, ['timbre']))?.timbre ?? null;
    /** A loop as a server of before stored it; answers its document of today. */
    const storedBefore = async (
      sent = loopDocument(),
      sound?: Parameters<typeof world.upload>[1],
    ) => {
      expect((await world.upload(sent, sound)).status).toBe(200);
      const today = await docOf(sent._id);
      const { flatness: _f, crest: _c, timbre: _t, ...before } = today;
      await updateRows(queries(), 'loops', { id: sent._id }, { doc: JSON.stringify(before) });
      await updateRows(queries(), 'searchDocs', { kind: 'loops', id: sent._id }, { timbre: null });
      return { today, before };
    };
    const measureAll = async (nowMs = NOW) => {
      let steps = 0;
      while (await measureNext(context, nowMs)) steps += 1;
      return steps;
    };

    it('get what an upload of today gets, and are compared by search, then nothing is left to do', async () => {
      const high = tone(LOOP_FRAMES, 1, 880);
      const sound = { file: await oggOf(high), master: await flacOf(high) };
      const stored = [await storedBefore(), await storedBefore(loopDocument(), sound)];
      await measureAll();
      for (const { today } of stored) {
        expect(await docOf(today._id)).toEqual(today);
        expect(await heardBySearch(today._id)).toBe(today.timbre);
      }
      expect(await readNote(queries(), NOTE)).toBeUndefined();
      expect(await measureAll()).toBe(0);
    });

    it('are given up where their sound is gone, damaged or taken out, and those behind them are not', async () => {
      const last = await storedBefore();
      const removed = await storedBefore();
      await updateRows(queries(), 'loops', { id: removed.before._id }, { isRemoved: true });
      const soundless = await storedBefore();
      await removeRows(queries(), 'media', { loopId: soundless.before._id });
      const gone = await storedBefore();
      const files = { loopId: gone.before._id };
      await updateRows(queries(), 'media', files, { hash: 'a'.repeat(64) });
      const damaged = await storedBefore();
      const { hash } = await world.server.blobs.put(Buffer.from('OggS and no more of it'));
      await updateRows(queries(), 'media', { loopId: damaged.before._id }, { hash });
      const short = await storedBefore();
      const longer = { ...short.before, length16ths: 16 };
      const doc = JSON.stringify(longer);
      await updateRows(queries(), 'loops', { id: longer._id }, { doc });
      await measureAll();
      expect(await docOf(last.today._id)).toEqual(last.today);
      for (const { before } of [removed, soundless, gone, damaged]) {
        expect(await docOf(before._id)).toEqual(before);
      }
      expect(await docOf(longer._id)).toEqual(longer);
      // The library of these tests has one loop that was not measured either, and no sound in its file.
      const ids = [soundless, gone, damaged, short].map(({ before }) => before._id);
      expect(givenUp.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
      expect(givenUp).not.toContain(removed.before._id);
      expect(await hasRow(queries(), 'notes', { name: NOTE })).toBe(false);
    });

    it('are left to the node that is at them, and taken over when it does not come back', async () => {
      const { today } = await storedBefore(loopDocument({ _id: newId(NOW) }));
      await writeNote(queries(), NOTE, ` 1 ${NOW + 10 * MINUTE_MS}`);
      expect(await measureNext(context, NOW)).toBe(false);
      expect((await docOf(today._id)).timbre).toBeUndefined();
      expect(await measureNext(context, NOW + 11 * MINUTE_MS)).toBe(true);
      expect(await docOf(today._id)).toEqual(today);
    });

    it('are passed over when three nodes did not come back from one', async () => {
      const first = await storedBefore(loopDocument({ _id: newId(NOW + 1) }));
      const second = await storedBefore(loopDocument({ _id: newId(NOW) }));
      await writeNote(queries(), NOTE, ` 3 ${NOW - 1}`);
      await measureAll();
      expect(await docOf(first.before._id)).toEqual(first.before);
      expect(await docOf(second.today._id)).toEqual(second.today);
      expect(givenUp).toContain(first.before._id);
    });

    it('are tried again when it was the store that failed, however often', async () => {
      const { today } = await storedBefore(loopDocument({ _id: newId(NOW + 2) }));
      const get = () => Promise.reject(new Error('the store is out of reach'));
      const failing = { ...context, blobs: { ...context.blobs, get } };
      for (let time = 0; time < 5; time += 1) {
        await expect(measureNext(failing, NOW)).rejects.toThrow('out of reach');
      }
      await measureAll();
      expect(await docOf(today._id)).toEqual(today);
    });
  },
);
