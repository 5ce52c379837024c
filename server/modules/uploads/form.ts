import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Loop, LoopSchema } from '../../../src/data/contract/loop.ts';
import {
  MAX_MASTER_BYTES,
  MAX_METADATA_BYTES,
  TrackMetadataSchema,
} from '../../../src/data/contract/uploads.ts';
import {
  type AuthoredLoop,
  authoredLoop,
  postedLoopFault,
} from '../../../src/data/rules/sharing/posted.ts';
import { readForm } from '../../plugins/formParts.ts';
import { refuseOddJson } from '../../plugins/strictJson.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import { BlobTooLargeError } from '../../ports/blobs/blobStore.ts';
import { openSpool, type Spooled, spool } from '../../ports/blobs/spool.ts';

const MB = 1024 * 1024;

/** What the form parser bounds by itself. */
export const FORM_LIMITS = {
  files: 2,
  fields: 8,
  parts: 10,
  fieldSize: MAX_METADATA_BYTES,
  // Files are cut off behind the largest that may come; the exact limit of each is kept where it is written.
  fileSize: MAX_MASTER_BYTES + 1,
  fieldNameSize: 100,
  headerPairs: 50,
};

/** A form as it was received: its files lie on the disk. */
export interface ReceivedForm {
  readonly files: ReadonlyMap<string, Spooled>;
  readonly metadata: string | undefined;
}

/** The folder of files that are being received, without what a crash left in it. */
export async function openUploadFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'uploads');
  await openSpool(folder);
  return folder;
}

/** Receives a file of a form. Throws `too_large`. */
export async function receiveFile(
  part: MultipartFile,
  folder: string,
  maxBytes: number,
): Promise<Spooled> {
  try {
    return await spool(folder, part.file, { maxBytes });
  } catch (error) {
    // The rest of the form is read and dropped, so that the sender gets to read the answer.
    part.file.resume();
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new ApiError('too_large', `${part.fieldname}: is larger than ${maxBytes / MB} MB`);
  }
}

/**
 * Receives a form, its files into `folder`, and runs `use` with it; afterwards the files are gone, whatever
 * happened. `accepted` has the largest size of each file that may come, in bytes; others are refused.
 */
export async function withForm<T>(
  request: FastifyRequest,
  { folder, accepted }: { folder: string; accepted: Readonly<Record<string, number>> },
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const files = new Map<string, Spooled>();
  let metadata: string | undefined;
  try {
    await readForm(request, 'file', async (part) => {
      const { fieldname } = part;
      if (part.type === 'file') {
        const maxBytes = Object.hasOwn(accepted, fieldname) ? accepted[fieldname] : undefined;
        if (maxBytes === undefined || files.has(fieldname)) {
          part.file.resume();
          const reason = maxBytes === undefined ? 'unknown file' : 'must be given once';
          throw new ValidationFailure({ [fieldname.slice(0, 40)]: reason });
        }
        files.set(fieldname, await receiveFile(part, folder, maxBytes));
      } else if (fieldname === 'metadata') {
        if (part.valueTruncated) throw new ApiError('too_large', 'metadata: is too long');
        metadata = String(part.value);
      }
    });
    return await use({ files, metadata });
  } finally {
    for (const { path } of files.values()) await rm(path, { force: true });
  }
}

/** Names that would reach into every object. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

function parseStrictly(text: string): unknown {
  refuseOddJson(text);
  return JSON.parse(text, (key, value) => {
    if (PROTOTYPE_NAMES.has(key))
      throw new ApiError('bad_request', 'metadata: has a forbidden name');
    return value;
  });
}

/** The document that stands in the form. @throws ValidationFailure of its fields */
export function readMetadata<S extends z.ZodType>(
  schema: S,
  text: string | undefined,
): z.output<S> {
  if (text === undefined) throw new ValidationFailure({ metadata: 'Required' });
  let value: unknown;
  try {
    value = parseStrictly(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ValidationFailure({ metadata: 'must be valid JSON' });
  }
  return validateWith(schema, value, 'metadata');
}

/** The loop of an upload as its author made it. @throws ValidationFailure */
export function readLoop(text: string | undefined): AuthoredLoop {
  const loop: Loop = readMetadata(LoopSchema, text);
  const authored = authoredLoop(loop);
  const fault = postedLoopFault(authored);
  if (fault) throw new ValidationFailure({ [fault.field]: fault.reason });
  return authored;
}

/** The track of an upload. @throws ValidationFailure */
export function readTrack(text: string | undefined): z.output<typeof TrackMetadataSchema> {
  return readMetadata(TrackMetadataSchema, text);
}
