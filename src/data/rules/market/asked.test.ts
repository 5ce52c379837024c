import { describe, expect, it } from 'vitest';
import {
  isNarrowed,
  marketParams,
  NOTHING_ASKED,
  readMarket,
  tokensFilter,
  withoutFilters,
} from './asked.ts';

const read = (query: string) => readMarket(new URLSearchParams(query));

describe('what is looked for on the market', () => {
  it('comes back from the address as it went in, and an address without anything is empty', () => {
    const asked = read('q=dawn&min=0.5&max=12&maker=mira&tempoMin=90&root=0&scale=3&sort=cheapest');
    expect(asked).toMatchObject({ q: 'dawn', min: '0.5', maker: 'mira', root: '0', show: 'sale' });
    expect(readMarket(new URLSearchParams(marketParams(asked)))).toEqual(asked);
    expect(marketParams(NOTHING_ASKED)).toEqual({});
    expect(marketParams({ ...NOTHING_ASKED, show: 'collect' })).toEqual({ show: 'collect' });
  });

  it('leaves out what makes no sense', () => {
    const bad = 'min=1e3&max=-2&maker=a/b&tempoMin=0&tempoMax=1000&root=12&scale=18&sort=up&show=x';
    expect(read(bad)).toEqual(NOTHING_ASKED);
  });

  it('narrows by everything but tab and order, which stay', () => {
    const asked = read('show=collect&sort=dearest&root=0');
    expect(isNarrowed(asked)).toBe(true);
    expect(isNarrowed(withoutFilters(asked))).toBe(false);
    expect(marketParams(withoutFilters(asked))).toEqual({ show: 'collect', sort: 'dearest' });
  });

  it('asks for what is on sale, prices in the smallest unit', () => {
    const yocto = (coins: string) => `${coins}y`;
    expect(tokensFilter(read('min=2&root=0&tempoMax=109&q=%20a%20'), yocto)).toEqual({
      listed: true,
      sort: 'newest',
      minPrice: '2y',
      root: 0,
      maxTempo: 109,
      search: 'a',
    });
  });
});
