/** Makes one picture that is shown in a process of its own: decoders of pictures run on hostile bytes here. */
import sharp, { type Metadata } from 'sharp';
import { answerJobs } from '../../plugins/childProcess.ts';

/** The bytes of a picture that an account sent. */
export interface PictureJob {
  readonly bytes: Uint8Array;
  /** `square`: its middle in 512 pixels; `whole`: all of it, 1600 pixels each way at most. */
  readonly shape: 'square' | 'whole';
}
export type PictureAnswer =
  /** WebP, with its size in pixels. */
  | { readonly picture: Uint8Array; readonly width: number; readonly height: number }
  /** More pixels than are read; `fault` where it is no picture at all. */
  | { readonly mostPixels: number }
  | { readonly fault: string };

/** A JPEG is read at a fraction of its size; a telephone's has 12 to 50 million pixels. */
const MAX_JPEG_PIXELS = 50_000_000;
/**
 * Everything else is decoded whole, or keeps all coefficients as a progressive JPEG does: up to 15 bytes a pixel. A
 * screen has up to 15 million.
 */
const MAX_PIXELS = 16_777_216;
/** Its decoder takes 18 bytes a pixel. A screen of 4K fits. */
const MAX_AVIF_PIXELS = 8_388_608;

sharp.concurrency(1);
sharp.cache(false);

function pixelsRead({ format, isProgressive }: Metadata): number {
  if (format === 'jpeg' && !isProgressive) return MAX_JPEG_PIXELS;
  return format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
}

const RESIZES = {
  square: { width: 512, height: 512, fit: 'cover' },
  whole: { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true },
} as const;

/** The picture in WebP: turned as the camera was held, its first frame, nothing else kept. */
async function make({ bytes, shape }: PictureJob): Promise<PictureAnswer> {
  // Only the head is read for this.
  const head = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  const mostPixels = pixelsRead(head);
  if (head.width * head.height > mostPixels) return { mostPixels };
  const { data, info } = await sharp(bytes, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    pages: 1,
  })
    .autoOrient()
    .resize(RESIZES[shape])
    .timeout({ seconds: 10 })
    .webp({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}

answerJobs((job: PictureJob) => make(job).catch((error) => ({ fault: String(error) })));
