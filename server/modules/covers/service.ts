import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { createChildJobs } from '../../plugins/childJobs.ts';
import { sha256 } from '../../plugins/identity.ts';
import {
  COVER_LOOK,
  POSTER_PX,
  rifffCover,
  squareCover,
  squareListCover,
  wideCover,
  wideListCover,
} from './drawCover.ts';
import type { CoverSubject, FindCoverSubject, ListKind } from './listCovers.ts';
import type { PngJob } from './png.child.ts';
import type { PosterJob } from './poster.child.ts';
import { createPosterMaker, POSTER_SCRIPT, type Turning } from './poster.ts';
import type { FindPublicShare, PublicShare } from './publicShare.ts';

/** Pictures that are kept, in bytes; one takes about 60 kB. */
const BUDGET_BYTES = 48 * 1024 * 1024;
/** One at a time; who asks is a stranger, so all of them are one. */
const LANES = {
  lanes: 1,
  lanesPerKey: 1,
  waitingPerKey: 200,
  waiting: 200,
  refusal: 'Too many pictures at once: try again in a few seconds',
  retryAfterSec: 5,
};

/** A card of a look is about so wide, in CSS pixels. */
const CARD_PX = 200;

/** Who has just shared has other calls on their way, and may take it back. */
const PREPARE_AFTER_MS = 10_000;

export type CoverKind = 'png' | 'svg' | 'webm';

/** Of looks there are a still and a loop besides: what they draw, without words. */
export type LookCoverKind = CoverKind | 'webp';

const MIMES = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webm: 'video/webm',
  webp: 'image/webp',
} as const;

export interface Cover {
  readonly mime: string;
  /** Names the content: the same picture has the same name on every node. */
  readonly hash: string;
  /** The picture; call it only when it is needed. */
  body(): Promise<Buffer>;
}

export type CoversService = ReturnType<typeof coversService>;

const named = (parts: readonly unknown[]) => sha256(JSON.stringify(parts));

/** The name of a picture by everything that it is drawn from. */
function hashOf(share: PublicShare, kind: CoverKind): string {
  const { title, makers, look, state } = share;
  // No words stand on a poster.
  const words = kind === 'webm' ? [] : [title, ...makers];
  return named([COVER_LOOK, kind, state, ...words, ...(look ? [look] : [])]);
}

/** What is drawn is ours, so it may take long on a busy machine; most of the memory is that of the process itself. */
const PNG_LIMITS = { timeMs: 60_000, memoryMb: 320 };
/** Twice the 72 dpi of an SVG: a square of 1280 pixels. */
const RINGS_DPI = 144;

const noFile = () => new ApiError('not_found', 'No such file');

/** Covers of public shares, playlists, clubs and looks, drawn when first asked for and kept up to a number of bytes. */
export function coversService({
  find,
  findSubject,
  hasLookPictures = true,
  budgetBytes = BUDGET_BYTES,
}: {
  find: FindPublicShare;
  findSubject: FindCoverSubject;
  /** Are there stills and loops of looks? Pages ask for a loop whenever a look is pointed at. */
  hasLookPictures?: boolean;
  budgetBytes?: number;
}) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: budgetBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const drawing = new Map<string, Promise<Buffer>>();
  const jobs = createChildJobs(LANES);
  const poster = createPosterMaker();

  async function toPng(svg: string, dpi?: number): Promise<Buffer> {
    const script = new URL('./png.child.ts', import.meta.url);
    const job: PngJob = { svg, dpi };
    return Buffer.from(await jobs.run<Uint8Array>('', script, job, PNG_LIMITS, () => true));
  }

  async function draw(share: PublicShare, kind: CoverKind): Promise<Buffer> {
    const { rifff, look = null } = share;
    if (kind === 'webm') return poster({ rifff, look, sizePx: POSTER_PX });
    return kind === 'svg' ? Buffer.from(squareCover(share)) : toPng(wideCover(share));
  }

  async function drawList(subject: CoverSubject, kind: 'png' | 'svg'): Promise<Buffer> {
    return kind === 'svg' ? Buffer.from(squareListCover(subject)) : toPng(wideListCover(subject));
  }

  async function drawStill(turning: Turning): Promise<Buffer> {
    const job: PosterJob = { ...turning, isStill: true };
    return Buffer.from(await jobs.run<Uint8Array>('', POSTER_SCRIPT, job, PNG_LIMITS, () => true));
  }

  /** What a look draws, without words. Throws `not_found` where there is nothing to draw, or this server makes none. */
  function lookCover({ discs: [rifff], look }: CoverSubject, kind: 'webp' | 'webm'): Cover {
    if (!hasLookPictures || !rifff || !look) throw noFile();
    const turning = { rifff, look, sizePx: CARD_PX };
    const hash = named([COVER_LOOK, kind, 'look', turning]);
    const make = () => (kind === 'webm' ? poster(turning) : drawStill(turning));
    return { mime: MIMES[kind], hash, body: () => keptPicture(hash, make) };
  }

  function keptPicture(hash: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = kept.get(hash);
    if (known) return Promise.resolve(known);
    let work = drawing.get(hash);
    if (!work) {
      work = make().finally(() => drawing.delete(hash));
      drawing.set(hash, work);
      work.then(
        (picture) => void kept.set(hash, picture),
        () => undefined, // callers that wait for it meet the failure
      );
    }
    return work;
  }

  const pictureOf = (share: PublicShare, kind: CoverKind, hash: string): Promise<Buffer> =>
    keptPicture(hash, () => draw(share, kind));

  return {
    /** Are there a still and a loop of every look that anyone may see? */
    hasLookPictures,

    /** Bytes that are kept at present. */
    get usedBytes(): number {
      return kept.calculatedSize;
    },

    /** The cover of a public share. Throws `not_found` for any other. */
    async cover(shareId: string, kind: CoverKind): Promise<Cover> {
      const share = await find(shareId);
      if (!share) throw noFile();
      const hash = hashOf(share, kind);
      return { mime: MIMES[kind], hash, body: () => pictureOf(share, kind, hash) };
    },

    /** The rings of a rifff alone, as a square PNG that is not kept here. */
    rings: (rifff: Rifff): Promise<Buffer> => toPng(rifffCover(rifff), RINGS_DPI),

    /**
     * The cover of a playlist, a club or a look that anyone may read; of looks the still and the loop too. Throws `not_found`
     * for any other.
     */
    async listCover(list: ListKind, id: string, kind: LookCoverKind): Promise<Cover> {
      const subject = await findSubject(list, id);
      if (!subject) throw noFile();
      if (kind === 'webp' || kind === 'webm') return lookCover(subject, kind);
      const hash = named([COVER_LOOK, kind, list, subject]);
      const body = () => keptPicture(hash, () => drawList(subject, kind));
      return { mime: MIMES[kind], hash, body };
    },

    /** Begins the poster of a share in the background, so that it is there when a call asks for it. Never rejects. */
    prepare(shareId: string): void {
      const begin = async () => {
        const share = await find(shareId);
        if (share) await pictureOf(share, 'webm', hashOf(share, 'webm'));
      };
      // A call after a failure tries again.
      setTimeout(() => void begin().catch(() => undefined), PREPARE_AFTER_MS).unref();
    },
  };
}
