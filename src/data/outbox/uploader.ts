/** Brings the loops of a rifff that were made on this device to the server, before the rifff itself. */

import { JAM_CALLS } from '../contract/calls.ts';
import { ApiError } from '../contract/errors.ts';
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import type { UploadDocument } from '../device.ts';
import { sendForm } from '../sendForm.ts';
import { requireSpace } from '../storage.ts';
import { loopFileSource } from './loopFiles.ts';
import { loopsToUpload, loopTitle, type UploadOutcome } from './rules.ts';
import { putUpload, readUpload } from './store.ts';

/** What happens to the loops of a commit, for the page that shows it. */
export interface UploadEvents {
  encoding(loopId: string): void;
  progress(loopId: string, sentBytes: number, totalBytes: number): void;
  /** The server has it; `loop` is as the server keeps it. */
  uploaded(loop: Loop): void;
  /** It did not arrive. `outcome`: it is sent again later, once there is room for it, or never as it is. */
  failed(loopId: string, reason: string, outcome: UploadOutcome): void;
}

/** A loop that did not arrive: the error of the call, and which loop it was. */
export class LoopUploadError extends ApiError {
  readonly loop: Loop;

  constructor(loop: Loop, cause: ApiError) {
    super(
      cause.code,
      // The server names the field of the form.
      `“${loopTitle(loop)}” was not uploaded: ${cause.message.replace(/^(file|master): /, 'its $1 ')}`,
      cause.data,
      cause.status,
      cause.retryAfterSec,
    );
    this.name = 'LoopUploadError';
    this.loop = loop;
  }
}

const impossible = (message: string, cause?: unknown) =>
  new ApiError('bad_request', message, cause);

/** The upload of a loop with its files: those that were encoded before, or made now. */
async function prepare(loop: Loop, events: UploadEvents): Promise<UploadDocument> {
  const known = await readUpload(loop._id);
  if (known) return known;
  const source = loopFileSource();
  if (!source) throw new ApiError('unavailable', 'This page cannot read sounds', undefined, 0);
  if (!(await source.has(loop._id))) throw impossible('this device no longer has its sound');
  events.encoding(loop._id);
  const files = await source.encode(loop).catch((cause: unknown) => {
    throw impossible('its sound could not be encoded', String(cause));
  });
  const document = { loopId: loop._id, loop, files, uploaded: null };
  await putUpload(document);
  return document;
}

/** What goes into the form besides the files: the document without anything that a device adds. */
function metadataOf({ url: _u, cdn_attachments: _a, peaks: _p, bands: _b, ...loop }: Loop): string {
  return JSON.stringify(loop);
}

async function send(
  jam: string,
  { loopId, loop, files }: UploadDocument,
  events: UploadEvents,
): Promise<Loop> {
  const isThere = await requireSpace(files!.ogg.size + files!.flac.size, loopId);
  const form = new FormData();
  form.set('metadata', metadataOf(loop));
  form.set('file', files!.ogg, `${loopId}.ogg`);
  form.set('master', files!.flac, `${loopId}.flac`);
  const answer = await sendForm(
    JAM_CALLS.uploadLoop,
    { params: { id: jam }, query: { loop: isThere ? loopId : undefined } },
    form,
    {
      onProgress: (sent, total) => events.progress(loopId, sent, total),
    },
  );
  return answer.loop;
}

async function uploadLoop(jam: string, loop: Loop, events: UploadEvents): Promise<Loop> {
  const upload = await prepare(loop, events);
  if (upload.uploaded) return upload.uploaded;
  const uploaded = await send(jam, upload, events);
  const isStored = await putUpload({ ...upload, files: null, uploaded });
  // Without a note of where the loop is now, its sound on this device is all that an older draft has.
  if (isStored) await loopFileSource()?.letGo(loop._id);
  return uploaded;
}

/**
 * Uploads those loops of a rifff that no server has, one after the other. The same again changes nothing.
 * @param jam that they are brought into
 * @param isTakenBack is the rifff not to be sent any more? Then no further loop is
 * @throws LoopUploadError
 */
export async function uploadLoops(
  jam: string,
  rifff: Rifff,
  events: UploadEvents,
  isTakenBack: () => boolean = () => false,
): Promise<void> {
  const loops = loopsToUpload(rifff);
  for (const loop of loops) {
    if (isTakenBack()) return;
    try {
      events.uploaded(await uploadLoop(jam, loop, events));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      console.error('Loop upload failure', cause.status, cause.data);
      throw new LoopUploadError(loop, cause);
    }
  }
}
