/** Videos made whole, and what their pictures should have been. */
import { createExporter } from '../../../src/audio/export/createExporter.ts';
import type { ExportWish } from '../../../src/audio/export/Exporter.ts';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { exporting } from '../../../src/audio/state/exporting.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffFrames } from '../../../src/data/rules/time/timing.ts';
import { createPainter } from '../../../src/hud/parts/export/videoPainter.ts';
import { makeLoop, makeRifff, type Sound, sine } from '../../../tests/audio/loops.ts';
import { RATE } from '../../../tests/audio/offline.ts';

const WORDS = { title: 'Night bus', makers: 'ana, bo' };

/** Four rings of 8 bars, with a beat that begins on the first frame. */
function fourRings(): Rifff {
  const beat: Sound = (n, frames) =>
    0.5 * Math.exp((-8 * n) / frames) * Math.sin((160 * Math.PI * n) / frames);
  const sounds = [beat, sine(440, 0.1), sine(660, 0.05), sine(97, 0.1)];
  return makeRifff(
    ['drums', 'bass', 'leads', 'chords'].map((category, at) => ({
      ...makeLoop({ sound: sounds[at]!, category, length16ths: at === 3 ? 128 : 16 }),
      peaks: btoa(
        String.fromCharCode(...Array.from({ length: 64 }, (_, n) => (n * 37 * (at + 1)) % 256)),
      ),
    })),
  );
}

let rifff: Rifff | null = null;

/** Exports so many turns into a download. `hide` takes the browser's encoders away first. */
export async function exportFor(
  what: 'video' | 'wav',
  { turns, sizePx, hide = false }: { turns: number; sizePx: number; hide?: boolean },
) {
  rifff ??= fourRings();
  const shown = rifff;
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
  if (hide) {
    Reflect.deleteProperty(window, 'VideoEncoder');
    Reflect.deleteProperty(window, 'AudioEncoder');
  }
  const maker = new PatternMaker();
  const exporter = createExporter(maker);
  const size = { width: sizePx, height: sizePx };
  const paint = () => createPainter(shown, WORDS, size);
  const wish: ExportWish =
    what === 'video'
      ? { kind: 'video', size, fps: 30, paint }
      : { kind: 'mix', format: 'wavFloat' };
  const ways = await exporter.videoWays(size);
  const from = performance.now();
  const title = 'Bench';
  await exporter.export({ rifff: shown, title, turns, tail: 'folded', credits: '', wish });
  const sec = (turns * rifffFrames(shown)) / RATE;
  const speed = (sec * 1000) / (performance.now() - from);
  maker.dispose();
  return { error: exporting.error, name: exporting.result?.name, sec, speed, text: ways.text };
}

/** What the picture of a moment should be, made smaller: red, green and blue, in base64. */
export async function paintedAt(sec: number, sizePx: number, smallPx: number): Promise<string> {
  rifff ??= fourRings();
  const painter = await createPainter(rifff, WORDS, { width: sizePx, height: sizePx });
  painter.paint(sec);
  const small = new OffscreenCanvas(smallPx, smallPx);
  const context = small.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(painter.canvas, 0, 0, smallPx, smallPx);
  painter.dispose();
  const { data } = context.getImageData(0, 0, smallPx, smallPx);
  let text = '';
  for (let at = 0; at < data.length; at += 4) {
    text += String.fromCharCode(data[at]!, data[at + 1]!, data[at + 2]!);
  }
  return btoa(text);
}
