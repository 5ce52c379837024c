import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { ValidationFailure } from '../../plugins/validation.ts';

/** What people may send. SVG is left out: it is a program. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
/** A picture of a telephone has 12 to 50 million. */
const MAX_PIXELS = 50_000_000;
const EDGE_PX = 512;
const QUALITY = 85;
const TIMEOUT_SEC = 10;

/** What `squarePicture` makes. */
export const PICTURE_MIME = 'image/webp';

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
