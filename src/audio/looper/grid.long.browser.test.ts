import { describe, expect, it } from 'vitest';
import { impulseRifff, renderGrid } from '../../../tests/audio/grid.ts';

describe('eight loops of different lengths, tempos and rates', () => {
  it('stay on the grid to the frame over two rendered hours', async () => {
    const rifff = impulseRifff();
    for (let chunk = 0; chunk < 8; chunk++) {
      const { hits, expected } = await renderGrid(rifff, chunk * 900, 900);
      for (let slot = 0; slot < 8; slot++) expect(hits[slot]).toEqual(expected[slot]);
    }
  });
});
