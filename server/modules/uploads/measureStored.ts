/**
 * Measures how loops sound that were stored before that was measured: one after the other, from their stored sound, each in
 * the process in which uploads are decoded. Where it stands is in a note, so that a server that was restarted goes on, and of
 * several nodes one is at it. With the last loop the note goes, and nothing more is done.
 */
import { rm } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';
import type { LoopAnalysis } from '../../../src/dsp/loopAnalysis.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { BlobMissingError, type BlobStore } from '../../ports/blobs/blobStore.ts';
import { spool } from '../../ports/blobs/spool.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { findRows, removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { forTurns } from '../searchIndex/docs.ts';
import { indexLoops } from '../searchIndex/indexing.ts';
import { checkSound } from './checkSound.ts';
import type { SoundDecoder } from './decodeSound.ts';
import { SOUND_MIME } from './sound.ts';

export interface MeasuringContext {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly decoder: SoundDecoder;
  /** Where a sound lies while it is decoded. */
  readonly folder: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** How often it is looked for what is left, after something went wrong. */
const EVERY_MS = 60_000;
/** Loops that are looked at in one transaction: on SQLite everybody waits for it. */
const PAGE = 25;
/** So long a node may take for one loop; then it is taken for gone. Decoding ends after four minutes at the latest. */
const CLAIM_MS = 600_000;
/** A loop is passed over when so many times no node came back from it. */
const MOST_TRIES = 3;
const NOTE = 'timbre-fill';
/** Whose turn in the queue of decoders it is: no account has this name. */
const HOUSE = 'rondo';

/** Where the measuring stands: loops are gone through by id, the last one first. */
interface Standing {
  /** Loops before this id are left; '' is all of them. */
  readonly before: string;
  /** How often the next loop was begun and not ended. */
  readonly tries: number;
  /** Until then a node is at it, ms since the epoch. */
  readonly until: number;
}

const textOf = ({ before, tries, until }: Standing) => `${before} ${tries} ${until}`;

function standingOf(note: string): Standing {
  const [before = '', tries, until] = note.split(' ');
  return { before, tries: Number(tries ?? 0), until: Number(until ?? 0) };
}

/** A loop to measure, and the note that says who is at it. */
interface Claimed {
  readonly loop: Loop;
  readonly standing: Standing;
}

type Step = 'ended' | 'more' | Claimed;

const isUnmeasured = ({ isRemoved, doc }: { isRemoved: boolean; doc: unknown }) =>
  !isRemoved && typeof (doc as Loop).timbre !== 'string';

/** Passes over what is measured, which search learns of here, and takes the next loop that is not. */
function claim({ database, log }: MeasuringContext, nowMs: number): Promise<Step> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, NOTE);
    const note = await readNote(transaction, NOTE);
    if (note === undefined) return 'ended';
    const standing = standingOf(note);
    if (standing.until > nowMs) return 'ended';
    const page = await transaction
      .selectFrom('loops')
      .select(['id', 'isRemoved', 'doc'])
      .$if(standing.before !== '', (some) => some.where('id', '<', standing.before))
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute();
    const at = page.findIndex(isUnmeasured);
    const passed = valuesOf(at < 0 ? page : page.slice(0, at), 'id');
    await indexLoops(transaction, passed);
    const before = passed.at(-1) ?? standing.before;
    if (at < 0 && page.length < PAGE) {
      await removeRows(transaction, 'notes', { name: NOTE });
      return 'ended';
    }
    const tries = passed.length > 0 ? 0 : standing.tries;
    const next = page[at];
    if (!next || tries >= MOST_TRIES) {
      if (next) log.warn({ loopId: next.id }, 'No node came back from measuring this loop');
      const left = { before: next?.id ?? before, tries: 0, until: 0 };
      await writeNote(transaction, NOTE, textOf(left));
      return 'more';
    }
    const claimed = { before, tries: tries + 1, until: nowMs + CLAIM_MS };
    await writeNote(transaction, NOTE, textOf(claimed));
    return { loop: next.doc as Loop, standing: claimed };
  });
}

/** The content of a loop's sound: its Ogg, as uploads measure it, or else its FLAC. */
async function soundOf(queries: Queries, loopId: string): Promise<string | undefined> {
  const files = await findRows(queries, 'media', { loopId }, ['hash', 'mime']);
  const ogg = files.find(({ mime }) => mime === SOUND_MIME.ogg);
  return (ogg ?? files.find(({ mime }) => mime === SOUND_MIME.flac))?.hash;
}

/** What a loop sounds like. @throws ValidationFailure or BlobMissingError where its sound cannot be used */
async function measure(
  { database, blobs, decoder, folder }: MeasuringContext,
  { _id, startOffsetSamples: from, length16ths, bps }: Loop,
): Promise<LoopAnalysis | undefined> {
  const hash = await soundOf(database.queries, _id);
  if (hash === undefined) return undefined;
  const file = await spool(folder, await blobs.get(hash));
  try {
    const { analysis } = await checkSound(decoder, HOUSE, {
      field: 'file',
      file,
      kinds: ['ogg', 'flac'],
      measure: ({ sampleRate }) => {
        const frames = loopFrames(length16ths, bps, sampleRate);
        return { of: 'loop', from, frames, length16ths };
      },
    });
    return analysis;
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Stores what was found, unless the loop was removed or measured meanwhile, and says that it is done. */
function finish(
  { database }: MeasuringContext,
  { loop: { _id: id }, standing }: Claimed,
  found: LoopAnalysis | undefined,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, NOTE);
    const [row] = await transaction
      .selectFrom('loops')
      .select(['isRemoved', 'doc'])
      .where('id', '=', id)
      .modifyEnd(forTurns(transaction))
      .execute();
    if (found && row && isUnmeasured(row)) {
      const { flatness, crest, timbre } = found;
      const doc = JSON.stringify({ ...(row.doc as Loop), flatness, crest, timbre });
      await updateRows(transaction, 'loops', { id }, { doc });
      await indexLoops(transaction, [id]);
    }
    // Another node took it over if this one was gone for too long.
    if ((await readNote(transaction, NOTE)) !== textOf(standing)) return;
    await writeNote(transaction, NOTE, textOf({ before: id, tries: 0, until: 0 }));
  });
}

/** Lets go of a loop that could not be measured for now: that counts for no try. */
function release({ database }: MeasuringContext, standing: Standing): Promise<void> {
  const left = { ...standing, tries: standing.tries - 1, until: 0 };
  return database.transaction(async (transaction) => {
    await database.lock(transaction, NOTE);
    if ((await readNote(transaction, NOTE)) !== textOf(standing)) return;
    await writeNote(transaction, NOTE, textOf(left));
  });
}

/**
 * Measures the next stored loop that was not, or passes over some that were. One whose sound cannot be used is passed over
 * for good.
 * @returns true when there is more
 * @throws what the store of files or the queue of decoders throws; then the same loop comes next
 */
export async function measureNext(context: MeasuringContext, nowMs: number): Promise<boolean> {
  const step = await claim(context, nowMs);
  if (step === 'ended' || step === 'more') return step === 'more';
  const { loop, standing } = step;
  let found: LoopAnalysis | undefined;
  try {
    found = await measure(context, loop);
    if (!found) context.log.warn({ loopId: loop._id }, 'A stored loop has too little sound');
  } catch (error) {
    if (!(error instanceof ValidationFailure || error instanceof BlobMissingError)) {
      await release(context, standing);
      throw error;
    }
    context.log.warn({ loopId: loop._id, err: error }, 'A stored loop cannot be measured');
  }
  await finish(context, step, found);
  return true;
}

/** Measures what was stored before, step by step while the server runs; any number of nodes may do it. */
export const measuringJob = (context: MeasuringContext): Job =>
  createJob({
    name: 'measuring stored loops',
    everyMs: EVERY_MS,
    async round({ gently }) {
      while (await gently(() => measureNext(context, Date.now())));
    },
  });
