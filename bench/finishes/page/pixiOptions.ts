/** What every renderer of Pixi is given here: WebGL alone, and nothing that listens or ticks, as on the map of a jam. */
import 'pixi.js/unsafe-eval';
import { HEIGHT, WIDTH } from './way.ts';

export const OPTIONS = {
  width: WIDTH,
  height: HEIGHT,
  backgroundAlpha: 0,
  antialias: false,
  skipExtensionImports: true,
  gcActive: false,
} as const;
