import { describe, expect, it } from 'vitest';
import { impulseRifff, renderGrid } from '../../../tests/audio/grid.ts';

describe('eight loops of different lengths, tempos and rates', () => {
  it('stay on the grid to the frame over two and a half rendered minutes', async () => {
    const { hits, expected } = await renderGrid(impulseRifff(), 0, 150);
    for (let slot = 0; slot < 8; slot++) {
      expect(expected[slot]!.length).toBeGreaterThan(10);
      expect(hits[slot], `slot ${slot}`).toEqual(expected[slot]);
    }
  });
});
