/** Names of categories round the rings as letters of a bitmap font. */
import { BitmapFont, BitmapText, Container, WebGLRenderer } from 'pixi.js';
import 'pixi.js/text-bitmap';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import { numberOf } from '../../../src/drawing/ringNow.ts';
import { OPTIONS } from './pixiOptions.ts';
import { finishOf, HEIGHT, newCanvas, pose, type Way, WIDTH } from './way.ts';

/** Names of categories round the rings, a letter each, as tall as its ring is cut. */
export async function type(): Promise<Way> {
  const canvas = newCanvas();
  const pixi = new WebGLRenderer<HTMLCanvasElement>();
  await pixi.init({ ...OPTIONS, canvas });
  const style = { fontFamily: 'type', fontSize: 64, fill: 0xffffff } as const;
  BitmapFont.install({
    name: 'type',
    style: { fontFamily: 'sans-serif', fontWeight: 'bold', fontSize: 64, fill: 0xffffff },
    chars: [['A', 'Z']],
  });
  const stage = new Container();
  const rings = pose.layout.rings.map(({ index, pitch, outer }) => {
    const { category } = pose.model.rings[index]!;
    const text = `${categoryOf(category).short.toUpperCase()} `;
    const middle = outer - pitch / 2;
    const wide = 0.82 * pitch * 0.9;
    const times = Math.max(1, Math.floor((2 * Math.PI * middle) / (wide * text.length)));
    const all = text.repeat(times);
    const letters = [...all].flatMap((letter, at) => {
      if (letter === ' ') return [];
      const shown = new BitmapText({ text: letter, style, anchor: 0.5 });
      shown.tint = numberOf(categoryOf(category).ink);
      stage.addChild(shown);
      return [{ shown, turn: (at + 0.5) / all.length }];
    });
    return { letters, pitch };
  });
  return {
    canvas,
    look: 'type',
    isClear: false,
    draw() {
      rings.forEach(({ letters, pitch }, at) => {
        const ring = pose.rings[at]!;
        const deep = Math.min(1, ring.amplitude / Math.max(1, pose.layout.rings[at]!.amplitude));
        const tall = pitch * (0.42 + 0.4 * deep);
        const scale = tall / 48;
        for (const { shown, turn } of letters) {
          const angle = 2 * Math.PI * turn + ring.turn;
          const radius = ring.outer - tall / 2;
          shown.position.set(
            WIDTH / 2 + Math.sin(angle) * radius,
            HEIGHT / 2 - Math.cos(angle) * radius,
          );
          shown.rotation = angle;
          shown.scale.set(scale);
        }
      });
      pixi.render({ container: stage });
    },
    finish: finishOf(pixi.gl as WebGL2RenderingContext),
  };
}
