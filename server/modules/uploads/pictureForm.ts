/** Forms that bring one picture. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { readForm } from '../../plugins/formParts.ts';
import { ValidationFailure } from '../../plugins/validation.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Lets the routes of this plugin read such forms. */
export async function acceptPictures(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: MAX_BYTES, files: 1, fields: 8, fieldSize: 1024, parts: 9 },
    throwFileSizeLimit: false,
  });
}

/**
 * The picture of a form by the name of its field. Throws a `ValidationFailure` of that, or `too_large` past 5 MB.
 * @param group what the form, or its query, must name as its `group`
 */
export async function readPicture(
  request: FastifyRequest,
  field: string,
  group?: string,
): Promise<Buffer> {
  const check = (named: unknown) => {
    if (named !== group) throw new ValidationFailure({ group: `must be ${group}` });
  };
  let named = group && (request.query as Record<string, unknown>).group;
  let image: Buffer | undefined;
  await readForm(request, field, async (part) => {
    if (named !== undefined) check(named);
    if (part.type !== 'file') {
      if (group && part.fieldname === 'group') {
        named = part.value;
        check(named);
      }
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk as Buffer);
    if (part.file.truncated) throw new ApiError('too_large', 'The picture is larger than 5 MB');
    if (part.fieldname === field) image = Buffer.concat(chunks);
  });
  check(named);
  if (!image?.byteLength) throw new ValidationFailure({ [field]: 'must be a file' });
  return image;
}
