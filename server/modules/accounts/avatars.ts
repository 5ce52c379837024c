import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { newMediaKey, removeUnused, type Stores } from '../media/content.ts';
import * as repo from './repo.ts';

/**
 * Stores a finished picture and shows it in place of the one before, which is gone with its address.
 * Returns its key in `/media`. Throws `unauthorised` when the account was deleted meanwhile.
 */
export async function storeAvatar(
  { database, blobs }: Stores,
  userId: string,
  picture: Buffer,
): Promise<string> {
  const { hash, size } = await blobs.put(picture);
  const key = newMediaKey();
  const stored = await database.transaction(async (transaction) => {
    await database.lock(transaction, `blob:${hash}`);
    await lockAccount(database, transaction, userId);
    const before = await repo.findAvatar(transaction, userId);
    const row = { key, hash, mime: PICTURE_MIME, size, userId };
    const isStored = await repo.replaceAvatar(transaction, row);
    // Someone may have removed the same content between storing it and naming it.
    if (isStored && !(await blobs.has(hash))) await blobs.put(picture);
    return { before, isStored };
  });
  const unneeded = stored.isStored ? stored.before?.hash : hash;
  if (unneeded) await removeUnused({ database, blobs }, unneeded);
  if (!stored.isStored) throw new ApiError('unauthorised', 'This account is gone');
  return key;
}

/** Takes a picture away, its content too unless something else needs it. */
export async function removeAvatar(stores: Stores, userId: string): Promise<void> {
  const { queries } = stores.database;
  const before = await repo.findAvatar(queries, userId);
  if (!before) return;
  await repo.deleteAvatar(queries, userId);
  await removeUnused(stores, before.hash);
}

/** What people may send. SVG is left out: it is a program. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/** A picture of a telephone has 12 to 50 million. */
const MAX_PIXELS = 50_000_000;
const EDGE_PX = 512;
const QUALITY = 85;
const TIMEOUT_SEC = 10;

/** What `squarePicture` makes. */
const PICTURE_MIME = 'image/webp';

/**
 * A picture as a square of 512 pixels in WebP: turned as its camera was held, its middle cut out, nothing
 * else that came with it kept (place, camera, comments). The bytes say what it is, whatever the sender
 * called it. Throws a `ValidationFailure` of `image` for anything that is no picture.
 */
export async function squarePicture(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !ACCEPTED.has(type.mime)) {
    throw new ValidationFailure({ image: 'must be a JPEG, PNG, WebP, GIF or AVIF picture' });
  }
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(EDGE_PX, EDGE_PX, { fit: 'cover' })
      .timeout({ seconds: TIMEOUT_SEC })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    const refusal = new ValidationFailure({ image: 'is not a picture that can be read' });
    refusal.cause = error;
    throw refusal;
  }
}
