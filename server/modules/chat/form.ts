import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { MAX_MESSAGE_CHARACTERS } from '../../../src/data/contract/chat.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { IdSchema, plainText } from '../../../src/data/contract/fields.ts';
import { readForm } from '../../plugins/formParts.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import type { Spooled } from '../../ports/blobs/spool.ts';
import { receiveFile } from '../uploads/form.ts';

/** The texts that go with files. */
const TextsSchema = z.strictObject({
  id: IdSchema.optional(),
  message: plainText(MAX_MESSAGE_CHARACTERS).default(''),
});
const NAMES = ['id', 'message'];

/** Which files a form may bring. */
export interface FormRules {
  /** Files lie here while they are received and checked. */
  readonly folder: string;
  /** Name of the field, which may come so often. */
  readonly field: string;
  readonly most: number;
  readonly maxBytes: number;
}

export interface ReceivedMessage {
  /** At least one, in the order in which they came. */
  readonly files: readonly Spooled[];
  readonly id: string | undefined;
  readonly message: string;
}

/**
 * Receives a form with files, and runs `use` with it; afterwards the files are gone, whatever happened.
 * @throws ValidationFailure of a field, ApiError `too_large`
 */
export async function withMessageForm<T>(
  request: FastifyRequest,
  { folder, field, most, maxBytes }: FormRules,
  use: (form: ReceivedMessage) => Promise<T>,
): Promise<T> {
  const files: Spooled[] = [];
  const texts: Record<string, unknown> = {};
  try {
    await readForm(request, field, async (part) => {
      const { fieldname } = part;
      if (part.type === 'file') {
        const isKnown = fieldname === field;
        if (!isKnown || files.length === most) {
          part.file.resume();
          const reason = isKnown ? `may be given ${most} times at most` : 'unknown file';
          throw new ValidationFailure({ [fieldname.slice(0, 40)]: reason });
        }
        const received = await receiveFile(part, folder, maxBytes);
        files.push(received);
        if (received.size === 0) throw new ValidationFailure({ [field]: 'must be a file' });
      } else if (NAMES.includes(fieldname)) {
        if (part.valueTruncated) throw new ApiError('too_large', `${fieldname}: is too long`);
        texts[fieldname] = part.value;
      }
    });
    if (files.length === 0) throw new ValidationFailure({ [field]: 'must be a file' });
    const { id, message } = validateWith(TextsSchema, texts, 'form');
    return await use({ files, id, message });
  } finally {
    for (const { path } of files) await rm(path, { force: true });
  }
}
