/**
 * Pictures of a rifff for a video: the drawing of the house, its notch at the beat, its words beside it, laid out
 * for three shapes of picture.
 */
import type { FramePainter, VideoSize } from '../../../audio/export/Exporter.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { bpmText, keyText } from '../../../data/rules/sharing/exportNames.ts';
import { rifffBars, rifffFrames } from '../../../data/rules/time/timing.ts';
import { CanvasPainter } from '../../../drawing/canvas.ts';
import { composeRifff } from '../../../drawing/composeRifff.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { PaintList } from '../../../drawing/paintList.ts';
import { PlainPose } from '../../../drawing/plainPose.ts';
import { TOKENS } from '../../../drawing/tokens.ts';

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
): void {
  const { words, titlePx, textPx } = videoLayout(size.width, size.height);
  context.textBaseline = 'alphabetic';
  context.letterSpacing = `${-0.025 * titlePx}px`;
  context.font = `700 ${titlePx}px ${FAMILY}`;
  context.fillStyle = TOKENS.paper;
  context.fillText(fitted(context, title, words.width), words.x, words.y);
  context.letterSpacing = '0px';
  context.font = `500 ${textPx}px ${FAMILY}`;
  const lines = [
    [makers, TOKENS.paper],
    [`${bpmText(rifff.state.bps)} bpm, ${keyText(rifff.root, rifff.scale)}`, TOKENS.muted],
  ] as const;
  lines.forEach(([text, colour], at) => {
    context.fillStyle = colour;
    const y = words.y + Math.round((1.55 + 1.35 * at) * textPx);
    context.fillText(fitted(context, text, words.width), words.x, y);
  });
}

/**
 * What paints a rifff at any moment, always alike.
 * @throws Error where the browser has no canvas of this size
 */
export async function createPainter(
  rifff: Rifff,
  about: VideoWords,
  size: VideoSize,
): Promise<FramePainter> {
  const { centre, radius, reachPx, titlePx, textPx } = videoLayout(size.width, size.height);
  await fontsReady(titlePx, textPx);
  const canvas = Object.assign(document.createElement('canvas'), size);
  // Pictures go on to an encoder that reads them with the processor.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('The pictures cannot be drawn here');
  context.fillStyle = TOKENS.ground;
  context.fillRect(0, 0, size.width, size.height);
  drawWords(context, size, rifff, about);
  const model = rifffModel(rifff, rifffBars(rifff));
  const pose = new PlainPose();
  pose.lay(
    model,
    layoutRings(model.rings, radius, { sizePx: 2 * radius, character: model.character }),
    1,
  );
  pose.isLive = true;
  pose.reachPx = reachPx;
  const list = new PaintList();
  const painter = new CanvasPainter(context);
  const turnSec = rifffFrames(rifff) / RATE_HZ;
  let reach = 0;
  return {
    canvas,
    paint(sec) {
      const turns = sec / turnSec;
      pose.phase = turns - Math.floor(turns);
      composeRifff(list, pose);
      // Only where rings are or were: the words stay.
      reach = Math.ceil(Math.max(reach, list.extent)) + 1;
      context.fillStyle = TOKENS.ground;
      context.fillRect(centre.x - reach, centre.y - reach, 2 * reach, 2 * reach);
      reach = list.extent;
      painter.draw(list, centre.x, centre.y, 1);
    },
    dispose() {
      canvas.width = 0;
    },
  };
}
