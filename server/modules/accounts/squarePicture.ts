import { fileTypeFromBuffer } from 'file-type';
import { ChildFault, type ChildJobs } from '../../plugins/childProcess.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { PictureAnswer, PictureJob } from './picture.child.ts';

/** What people may send. SVG is left out: it is a program. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const LIMITS = { timeMs: 15_000, memoryMb: 320 };

/** @throws ValidationFailure of `image` */
async function makeSquare(jobs: ChildJobs, userId: string, bytes: Buffer): Promise<Buffer> {
  const script = new URL('./picture.child.ts', import.meta.url);
  const job: PictureJob = { bytes };
  const refuse = (reason: string, cause?: unknown) => {
    const refusal = new ValidationFailure({ image: reason });
    refusal.cause = cause;
    return refusal;
  };
  const running = jobs.run<PictureAnswer>(userId, script, job, LIMITS);
  const answer = await running.catch((cause: unknown) => {
    if (!(cause instanceof ChildFault)) throw cause;
    throw refuse('is too much to read: make it smaller and try again', cause);
  });
  if ('picture' in answer) return Buffer.from(answer.picture);
  if ('fault' in answer) throw refuse('is not a picture that can be read', answer.fault);
  const millions = Math.floor(answer.mostPixels / 1_000_000);
  throw refuse(`has more than ${millions} million pixels: make it smaller and try again`);
}

/** Makes pictures of accounts. */
export interface PictureMaker {
  /**
   * A picture as a square of 512 pixels in WebP: turned as its camera was held, its middle cut out, nothing
   * else that came with it kept (place, camera, comments). The bytes say what it is, whatever the sender
   * called it.
   * @param userId whose picture it is
   * @throws ValidationFailure of `image` for anything that is no picture or too large a one, ApiError `unavailable`
   * when too many wait
   */
  square(userId: string, bytes: Buffer): Promise<Buffer>;
}

/** Pictures are decoded in processes of their own, whose memory goes back with them. */
export function createPictureMaker(jobs: ChildJobs): PictureMaker {
  return {
    async square(userId, bytes) {
      const type = await fileTypeFromBuffer(bytes);
      if (!type || !ACCEPTED.has(type.mime)) {
        throw new ValidationFailure({ image: 'must be a JPEG, PNG, WebP, GIF or AVIF picture' });
      }
      return makeSquare(jobs, userId, bytes);
    },
  };
}
