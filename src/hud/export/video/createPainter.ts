/** Pictures of a rifff for a video: the drawing of the house, its notch at the beat, its words beside it. */
import type { FramePainter, VideoSize } from '../../../audio/export/Exporter.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { bpmText, keyText } from '../../../data/rules/exportNames.ts';
import { rifffBars, rifffFrames } from '../../../data/rules/timing.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { createRingMotion } from '../../../drawing/ringMotion.ts';
import { TOKENS } from '../../../drawing/tokens.ts';
import { GlHost } from '../../../embed/glHost.ts';
import { videoLayout } from './videoLayout.ts';

const FAMILY = '"Special Gothic", sans-serif';
const RATE_HZ = 48_000;

export interface VideoWords {
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

function canvasOf({ width, height }: VideoSize): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

async function fontsReady(titlePx: number, textPx: number): Promise<void> {
  const wanted = [`700 ${titlePx}px ${FAMILY}`, `500 ${textPx}px ${FAMILY}`];
  // Without the family of the house the words are set in the system's.
  await Promise.all(wanted.map((font) => document.fonts.load(font))).catch(() => undefined);
}

/** The words alone, drawn once. */
function drawWords(
  size: VideoSize,
  rifff: Rifff,
  { title, makers }: VideoWords,
): HTMLCanvasElement {
  const canvas = canvasOf(size);
  const context = canvas.getContext('2d')!;
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
  return canvas;
}

/**
 * What paints a rifff at any moment, always alike.
 * @throws Error where the browser has no WebGL 2
 */
export async function createPainter(
  rifff: Rifff,
  about: VideoWords,
  size: VideoSize,
): Promise<FramePainter> {
  const place = videoLayout(size.width, size.height);
  await fontsReady(place.titlePx, place.textPx);
  const words = drawWords(size, rifff, about);
  const canvas = canvasOf(size);
  const context = canvas.getContext('2d', { alpha: false })!;
  const glCanvas = canvasOf(size);
  const host = new GlHost(glCanvas);
  const model = rifffModel(rifff, rifffBars(rifff));
  const layout = layoutRings(model.rings, place.radius, { sizePx: 2 * place.radius });
  const rings = layout.rings.map((ring) =>
    createRingMotion(
      `slot ${ring.slot}`,
      ring.outer,
      ring.amplitude,
      model.rings[ring.index]!.isOn,
      0,
    ),
  );
  const scene = {
    model,
    layout,
    rings,
    focused: -1,
    failed: [],
    dpr: 1,
    nowMs: 0,
    isReduced: false,
  };
  host.prepare(scene);
  const turnSec = rifffFrames(rifff) / RATE_HZ;
  return {
    canvas,
    paint(sec) {
      const turns = sec / turnSec;
      host.draw(scene, place.centre, turns - Math.floor(turns), true);
      context.fillStyle = TOKENS.ground;
      context.fillRect(0, 0, size.width, size.height);
      context.drawImage(glCanvas, 0, 0);
      context.drawImage(words, 0, 0);
    },
    dispose: () => host.dispose(),
  };
}
