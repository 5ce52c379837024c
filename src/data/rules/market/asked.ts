/** What a person looks for on the market, as the address of the page holds it. Pure. */
import { COIN_DECIMALS } from '../../contract/constants.ts';
import { TOKEN_SORTS } from '../../contract/market.ts';
import { among, asking, isId, isTempo, wholeUpTo } from '../search/asking.ts';

export { MOST_CHARACTERS } from '../search/asking.ts';

/** What is on show: rifffs on sale, or those whose day has not passed. */
export const MARKET_TABS = ['sale', 'collect'] as const;
export type MarketTab = (typeof MARKET_TABS)[number];
export type TokenSort = (typeof TOKEN_SORTS)[number];

/** Everything that is looked for; '' narrows nothing. */
export interface MarketAsked {
  readonly show: MarketTab;
  readonly q: string;
  /** Prices in coins as they are written with a point, for instance `2.5`. */
  readonly min: string;
  readonly max: string;
  /** Account whose loops are in it. */
  readonly maker: string;
  /** Whole bpm. */
  readonly tempoMin: string;
  readonly tempoMax: string;
  readonly root: string;
  readonly scale: string;
  readonly sort: TokenSort;
  /** Jam whose open rifffs are on show; only of what can be collected. */
  readonly jam: string;
}

export const NOTHING_ASKED: MarketAsked = {
  show: 'sale',
  q: '',
  min: '',
  max: '',
  maker: '',
  tempoMin: '',
  tempoMax: '',
  root: '',
  scale: '',
  sort: 'newest',
  jam: '',
};

const COINS = new RegExp(`^\\d{1,12}(?:\\.\\d{1,${COIN_DECIMALS}})?$`);
const isPrice = (text: string) => COINS.test(text);

/** The query of an address, read and written. */
export const { read: readMarket, write: marketParams } = asking<MarketAsked>(NOTHING_ASKED, {
  show: among(MARKET_TABS),
  q: () => true,
  min: isPrice,
  max: isPrice,
  maker: isId,
  tempoMin: isTempo,
  tempoMax: isTempo,
  root: wholeUpTo(11),
  scale: wholeUpTo(17),
  sort: among(TOKEN_SORTS),
  jam: isId,
});

/** Is what is on sale narrowed? The order and the tab narrow nothing. */
export function isNarrowed({ show: _, sort: __, jam: ___, ...asked }: MarketAsked): boolean {
  return Object.values(asked).some((text) => text.trim() !== '');
}

/** The same tab and order with nothing narrowed. */
export const withoutFilters = ({ show, sort }: MarketAsked): MarketAsked => ({
  ...NOTHING_ASKED,
  show,
  sort,
});

/**
 * What is asked as the call for tokens takes it; only what is on sale.
 * @param yocto makes the smallest unit of a price in coins
 */
export function tokensFilter(asked: MarketAsked, yocto: (coins: string) => string | undefined) {
  const { q, min, max, maker, tempoMin, tempoMax, root, scale, sort } = asked;
  return {
    listed: true,
    sort,
    ...(q.trim() && { search: q.trim() }),
    ...(min && { minPrice: yocto(min) }),
    ...(max && { maxPrice: yocto(max) }),
    ...(maker && { maker }),
    ...(tempoMin && { minTempo: Number(tempoMin) }),
    ...(tempoMax && { maxTempo: Number(tempoMax) }),
    ...(root && { root: Number(root) }),
    ...(scale && { scale: Number(scale) }),
  };
}

/** Address of a token's page. */
export const tokenPath = (tokenId: string): string => `/market/${encodeURIComponent(tokenId)}`;
