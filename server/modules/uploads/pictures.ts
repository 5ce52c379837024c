import { fileTypeFromBuffer } from 'file-type';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import { ChildFault } from '../../plugins/childProcess.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { PictureAnswer, PictureJob } from './picture.child.ts';

/** What people may send. SVG is left out: it is a program. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const LIMITS = { timeMs: 15_000, memoryMb: 320 };

/** A finished picture in WebP. */
export interface MadePicture {
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** @throws ValidationFailure of the field */
async function makePicture(
  jobs: ChildJobs,
  userId: string,
  job: PictureJob,
  field: string,
): Promise<MadePicture> {
  const script = new URL('./picture.child.ts', import.meta.url);
  const refuse = (reason: string, cause?: unknown) => {
    const refusal = new ValidationFailure({ [field]: reason });
    refusal.cause = cause;
    return refusal;
  };
  const running = jobs.run<PictureAnswer>(userId, script, job, LIMITS);
  const answer = await running.catch((cause: unknown) => {
    if (!(cause instanceof ChildFault)) throw cause;
    throw refuse('is too much to read: make it smaller and try again', cause);
  });
  if ('picture' in answer) {
    const { picture, width, height } = answer;
    return { bytes: Buffer.from(picture), width, height };
  }
  if ('fault' in answer) throw refuse('is not a picture that can be read', answer.fault);
  const millions = Math.floor(answer.mostPixels / 1_000_000);
  throw refuse(`has more than ${millions} million pixels: make it smaller and try again`);
}

/** What finished pictures are. */
export const PICTURE_MIME = 'image/webp';

/** Makes pictures that are shown. */
export interface PictureMaker {
  /**
   * A picture as a square of 512 pixels in WebP: turned as its camera was held, its middle cut out, nothing
   * else that came with it kept (place, camera, comments). The bytes say what it is, whatever the sender
   * called it.
   * @param userId whose picture it is
   * @throws ValidationFailure of the field for anything that is no picture or too large a one, ApiError `unavailable`
   * when too many wait
   */
  square(userId: string, bytes: Buffer): Promise<Buffer>;
  /** The same for a whole picture, 1600 pixels each way at most, in the size that it has if it is smaller. */
  whole(userId: string, bytes: Buffer): Promise<MadePicture>;
}

/**
 * Pictures are decoded in processes of their own, whose memory goes back with them.
 * @param field of the form that they come in, which refusals name
 */
export function createPictureMaker(jobs: ChildJobs, field = 'image'): PictureMaker {
  async function make(shape: PictureJob['shape'], userId: string, bytes: Buffer) {
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !ACCEPTED.has(type.mime)) {
      throw new ValidationFailure({ [field]: 'must be a JPEG, PNG, WebP, GIF or AVIF picture' });
    }
    return makePicture(jobs, userId, { bytes, shape }, field);
  }
  return {
    square: async (userId, bytes) => (await make('square', userId, bytes)).bytes,
    whole: (userId, bytes) => make('whole', userId, bytes),
  };
}
