/** Loops that the server makes itself, out of an order. */
import { categoryColourCode } from '../../../../src/data/contract/colours.ts';
import type { Loop } from '../../../../src/data/contract/loop.ts';
import type { LoopOrder } from '../../../../src/data/contract/making.ts';
import { newId } from '../../../../src/data/rules/ids.ts';
import { newMediaKey, removeUnused, type Stores } from '../../../kernel/content.ts';
import type { ChildJobs } from '../../../plugins/childJobs.ts';
import { sha256 } from '../../../plugins/identity.ts';
import { presentLoop } from '../../library/present.ts';
import { foldName } from '../../library/repo.ts';
import { insertLoop, type LoopFile } from '../repo.ts';
import { SOUND_MIME } from '../sound.ts';
import type { MakeAnswer, MakeJob } from './job.ts';

export interface MadeContext extends Stores {
  readonly jobs: ChildJobs;
  readonly publicUrl: string | undefined;
}

/** Whose a made loop is, and where it goes. */
export interface MadeFor {
  readonly creatorId: string;
  /** The jam that it is brought into; left out, it is stock of the library, which only chance finds. */
  readonly jamId?: string;
}

/** Eight bars at a slow tempo take a few seconds, and half that memory, where nothing else runs. */
const LIMITS = { timeMs: 120_000, memoryMb: 512 };
const BAR_16THS = 16;

function documentOf(
  order: LoopOrder,
  made: MakeAnswer,
  { creatorId, file, isLibraryLoop }: { creatorId: string; file: LoopFile; isLibraryLoop: boolean },
): Loop {
  const { category, bps, root, scale } = order;
  const { name, length16ths, sampleRate, frames, analysis } = made;
  const { key, size, mime } = file;
  const now = Date.now();
  return {
    _id: newId(now),
    name,
    creatorUserName: creatorId,
    created: now,
    startOffsetSamples: 0,
    barLength: BAR_16THS,
    length16ths,
    bps,
    sampleRate,
    frames,
    category,
    root,
    scale,
    primaryColour: categoryColourCode(category),
    ...(isLibraryLoop && { isLibraryLoop }),
    made: order,
    ...analysis,
    cdn_attachments: { oggAudio: { key, length: size, mime } },
  };
}

/**
 * Makes the loop of an order in a process of its own and stores it: Ogg Vorbis, measured, with the order as `made`. A
 * creator makes one at a time.
 * @returns the loop as an answer shows it
 * @throws ChildFault when it could not be made; ApiError `unavailable` when too many wait. Nothing is stored then
 */
export async function makeAndStoreLoop(
  context: MadeContext,
  order: LoopOrder,
  { creatorId, jamId }: MadeFor,
): Promise<Loop> {
  const { database, blobs, jobs, publicUrl } = context;
  const script = new URL('./make.child.ts', import.meta.url);
  const job: MakeJob = { order };
  const made = await jobs.run<MakeAnswer>(creatorId, script, job, LIMITS);
  const hash = sha256(made.ogg);
  let isStored = false;
  try {
    await blobs.put(made.ogg);
    const file = { key: newMediaKey(), hash, mime: SOUND_MIME.ogg, size: made.ogg.byteLength };
    const isLibraryLoop = jamId === undefined;
    const loop = documentOf(order, made, { creatorId, file, isLibraryLoop });
    await database.transaction(async (transaction) => {
      await database.lock(transaction, `blob:${hash}`);
      const whole = { nameFolded: foldName(made.name), digest: hash, files: [file] };
      await insertLoop(transaction, { loop, userId: creatorId, jamId, ...whole });
      // Someone may have removed the same content between storing it and naming it.
      if (!(await blobs.has(hash))) await blobs.put(made.ogg);
    });
    isStored = true;
    return presentLoop({ id: loop._id, isRemoved: false, doc: loop }, publicUrl);
  } finally {
    if (!isStored) await removeUnused(context, hash);
  }
}
