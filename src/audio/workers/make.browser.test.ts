import { afterEach, describe, expect, it } from 'vitest';
import { LoopSchema } from '../../data/contract/loop.ts';
import type { LoopOrder } from '../../data/contract/making.ts';
import { makeLoop } from '../../dsp/recipes/makeLoop.ts';
import { createMadeLoop } from '../loading/localLoop.ts';
import { deletePcm, getPcm, listPcm } from '../loading/pcmStore.ts';

const order: LoopOrder = {
  version: 1,
  family: 'glass-rain',
  category: 'chords',
  seed: 12,
  bps: 4,
  root: 2,
  scale: 0,
  bars: 1,
  density: 0.5,
  octave: 0,
};

const made: string[] = [];
afterEach(() => Promise.all(made.splice(0).map(deletePcm)));

describe('a loop that the synthesiser makes on this device', () => {
  it('is made in a worker, as it would be made anywhere, and kept with its order', async () => {
    const loop = await createMadeLoop(order, { userName: 'ada' });
    made.push(loop._id);
    expect(LoopSchema.parse(loop)).toEqual(loop);
    const here = makeLoop(order);
    expect(loop).toMatchObject({
      name: here.name,
      creatorUserName: 'ada',
      isRandom: true,
      made: order,
      category: 'chords',
      bps: 4,
      root: 2,
      scale: 0,
      length16ths: 16,
      frames: 48_000,
    });
    expect(loop.cdn_attachments).toBeUndefined();
    expect(Math.abs(loop.loudnessLufs! + 20)).toBeLessThan(0.5);
    expect((await getPcm(loop._id))?.channels).toEqual(here.channels);
  });

  it('is not kept when it is given up', async () => {
    const before = await listPcm();
    const giveUp = new AbortController();
    const making = createMadeLoop(
      { ...order, bars: 8, bps: 1 },
      { userName: 'ada', signal: giveUp.signal },
    );
    giveUp.abort();
    await expect(making).rejects.toThrow('Buffer loading cancelled');
    expect(await listPcm()).toEqual(before);
  });
});
