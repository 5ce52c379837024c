/**
 * Pictures of a rifff for a video: the drawing of the house or a look, its notch at the beat, its words beside it, laid
 * out for three shapes of picture.
 */
import type { FramePainter, VideoSize } from '../../../audio/export/Exporter.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { LookGround, StageLook } from '../../../data/contract/stageLooks.ts';
import { bpmText, keyText } from '../../../data/rules/sharing/exportNames.ts';
import { rifffBars, rifffFrames } from '../../../data/rules/time/timing.ts';
import { CanvasPainter, css } from '../../../drawing/canvas.ts';
import { composeRifff } from '../../../drawing/composeRifff.ts';
import type { FrameKnobs } from '../../../drawing/jam/lookFrames.ts';
import { lookReach } from '../../../drawing/jam/lookReach.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { PaintList } from '../../../drawing/paintList.ts';
import { PlainPose } from '../../../drawing/plainPose.ts';
import type { RifffPose } from '../../../drawing/ringNow.ts';
import { LIGHT_TOKENS, TOKENS } from '../../../drawing/tokens.ts';

interface VideoLayout {
  readonly centre: { readonly x: number; readonly y: number };
  /** Radius that the rifff may take. */
  readonly radius: number;
  /** Radius that what swells of it may reach: to the edge of the picture, or to the words. */
  readonly reachPx: number;
  /** Left edge and baseline of the title; makers and tempo stand under it. */
  readonly words: { readonly x: number; readonly y: number; readonly width: number };
  /** Size of the title. */
  readonly titlePx: number;
  readonly textPx: number;
}

/** All lengths in pixels of the picture. */
export function videoLayout(width: number, height: number): VideoLayout {
  const side = Math.min(width, height);
  const margin = Math.round(0.06 * side);
  const titlePx = Math.round(0.056 * side);
  const textPx = Math.round(0.026 * side);
  // Two lines of text under the title, and the margin under them.
  const wordsY = height - margin - Math.round(2.9 * textPx);
  if (width > 1.2 * height) {
    const radius = Math.round(0.455 * height);
    const x = width - margin - radius;
    const wordsWidth = x - radius - 2 * margin;
    return {
      centre: { x, y: height / 2 },
      radius,
      reachPx: height / 2,
      words: { x: margin, y: wordsY, width: wordsWidth },
      titlePx,
      textPx,
    };
  }
  const isTall = height > 1.2 * width;
  const radius = Math.round((isTall ? 0.46 : 0.36) * width);
  const y = isTall ? Math.round(0.43 * height) : margin + radius;
  return {
    centre: { x: width / 2, y },
    radius,
    reachPx: Math.min(width / 2, y, wordsY - titlePx - y),
    words: { x: margin, y: wordsY, width: width - 2 * margin },
    titlePx,
    textPx,
  };
}

const FAMILY = '"Special Gothic", sans-serif';
const RATE_HZ = 48_000;

/** Inks of title and makers, and of the line under them, by what lies behind. */
const WORD_INKS: Readonly<Record<LookGround, readonly [words: string, last: string]>> = {
  ground: [TOKENS.paper, TOKENS.muted],
  night: [LIGHT_TOKENS.paper, TOKENS.muted],
  paper: [TOKENS.ground, TOKENS.edge],
};

interface VideoWords {
  readonly title: string;
  readonly makers: string;
}

/** A text that fits into a width, cut short with an ellipsis. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const chars = [...text];
  while (chars.length > 1 && context.measureText(`${chars.join('')}…`).width > width) chars.pop();
  return `${chars.join('').trimEnd()}…`;
}

async function fontsReady(titlePx: number, textPx: number): Promise<void> {
  const wanted = [`700 ${titlePx}px ${FAMILY}`, `500 ${textPx}px ${FAMILY}`];
  // Without the family of the house the words are set in the system's.
  await Promise.all(wanted.map((font) => document.fonts.load(font))).catch(() => undefined);
}

/** Title, makers, tempo and key. */
function drawWords(
  context: CanvasRenderingContext2D,
  size: VideoSize,
  rifff: Rifff,
  { title, makers }: VideoWords,
  [ink, lastInk]: (typeof WORD_INKS)[LookGround],
): void {
  const { words, titlePx, textPx } = videoLayout(size.width, size.height);
  context.textBaseline = 'alphabetic';
  context.letterSpacing = `${-0.025 * titlePx}px`;
  context.font = `700 ${titlePx}px ${FAMILY}`;
  context.fillStyle = ink;
  context.fillText(fitted(context, title, words.width), words.x, words.y);
  context.letterSpacing = '0px';
  context.font = `500 ${textPx}px ${FAMILY}`;
  const lines = [
    [makers, ink],
    [`${bpmText(rifff.state.bps)} bpm, ${keyText(rifff.root, rifff.scale)}`, lastInk],
  ] as const;
  lines.forEach(([text, colour], at) => {
    context.fillStyle = colour;
    const y = words.y + Math.round((1.55 + 1.35 * at) * textPx);
    context.fillText(fitted(context, text, words.width), words.x, y);
  });
}

/** How the rings are drawn, all lengths in pixels of the picture. */
interface VideoRings {
  /** What lies behind, and its colour. */
  readonly behind: LookGround;
  readonly ground: string;
  readonly radius: number;
  /** Radius that what swells of them may reach. */
  readonly reachPx: number;
  compose(list: PaintList, pose: RifffPose): void;
}

const plainRings = ({ radius, reachPx }: VideoLayout): VideoRings => ({
  behind: 'ground',
  ground: TOKENS.ground,
  radius,
  reachPx,
  compose: composeRifff,
});

/** Fetches what draws looks. What a look draws round its rings stays off the words, so its rings may be smaller. */
async function lookRings(
  look: StageLook | LookDocument,
  layout: VideoLayout,
  knobs: FrameKnobs | null,
): Promise<VideoRings> {
  const fetched = import('../../../drawing/jam/lookFrames.ts');
  const { LookFrames } = await fetched.catch((cause: unknown) => {
    throw new Error('what draws looks could not be loaded', { cause });
  });
  const frames = new LookFrames(look, knobs);
  const radius = Math.min(layout.radius, Math.floor(layout.reachPx / lookReach(look)));
  return {
    behind: frames.look.ground,
    ground: css(frames.ground),
    radius,
    // As on a stage, whose rings fill their place.
    reachPx: radius,
    compose: (list, pose) => frames.compose(list, pose),
  };
}

/**
 * What paints a rifff at any moment, always alike.
 *
 * @param look the name of one of the house, or a document; null for the drawing of the house
 * @param knobs what turns the knobs of the look; null for knobs at rest
 * @throws Error where the browser has no canvas of this size, or what draws looks cannot be fetched
 */
export async function createPainter(
  rifff: Rifff,
  about: VideoWords,
  size: VideoSize,
  look: StageLook | LookDocument | null = null,
  knobs: FrameKnobs | null = null,
): Promise<FramePainter> {
  const layout = videoLayout(size.width, size.height);
  const { centre, reachPx, titlePx, textPx } = layout;
  const rings = look ? await lookRings(look, layout, knobs) : plainRings(layout);
  await fontsReady(titlePx, textPx);
  const canvas = Object.assign(document.createElement('canvas'), size);
  // Pictures go on to an encoder that reads them with the processor.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('The pictures cannot be drawn here');
  context.fillStyle = rings.ground;
  context.fillRect(0, 0, size.width, size.height);
  drawWords(context, size, rifff, about, WORD_INKS[rings.behind]);
  // Only where rings may be: the words stay.
  const square = [centre.x - reachPx, centre.y - reachPx, 2 * reachPx, 2 * reachPx] as const;
  context.beginPath();
  context.rect(...square);
  context.clip();
  const model = rifffModel(rifff, rifffBars(rifff));
  const pose = new PlainPose();
  pose.lay(
    model,
    layoutRings(model.rings, rings.radius, {
      sizePx: 2 * rings.radius,
      character: model.character,
    }),
    1,
  );
  pose.isLive = true;
  pose.reachPx = rings.reachPx;
  const list = new PaintList();
  const painter = new CanvasPainter(context);
  const turnSec = rifffFrames(rifff) / RATE_HZ;
  return {
    canvas,
    paint(sec) {
      const turns = sec / turnSec;
      pose.phase = turns - Math.floor(turns);
      pose.nowMs = 1000 * sec;
      rings.compose(list, pose);
      context.fillStyle = rings.ground;
      context.fillRect(...square);
      painter.draw(list, centre.x, centre.y, 1);
    },
    dispose() {
      canvas.width = 0;
    },
  };
}
