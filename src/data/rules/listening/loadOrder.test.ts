import { expect, it } from 'vitest';
import type { Loop } from '../../contract/loop.ts';
import { compareLoad } from './loadOrder.ts';

const loop = (category: string, length16ths: number, bps = 2) =>
  ({ category, length16ths, bps }) as Loop;

it('asks for the beat first, then for what is short', () => {
  const loops = [
    loop('pads', 64),
    loop('leads', 32),
    loop('drums', 32),
    loop('?', 16),
    loop('bass', 64),
    loop('drums', 32, 3),
    loop('perc', 16),
  ];
  const order = loops.sort(compareLoad).map(({ category, bps }) => `${category} ${bps}`);
  expect(order).toEqual(['drums 3', 'drums 2', 'perc 2', 'bass 2', 'leads 2', '? 2', 'pads 2']);
});
