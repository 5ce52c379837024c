import { afterEach, beforeEach } from 'vitest';
import { createEngine } from '../../src/audio/engine/createEngine.ts';
import type { Engine } from '../../src/audio/engine/Engine.ts';
import { gesture } from './gesture.ts';
import { joinLoopback, type Loopback } from './loopback.ts';

/** An engine of its own, on a loopback, for every test of a file. @returns where the present ones are */
export function loopbackEngine(): { readonly engine: Engine; readonly loopback: Loopback } {
  const present = {} as { engine: Engine; loopback: Loopback };
  beforeEach(async () => {
    await gesture();
    present.loopback = joinLoopback();
    present.engine = createEngine();
  });
  afterEach(async () => {
    present.loopback.release();
    await present.engine.dispose();
  });
  return present;
}
