import { useSnapshot } from 'valtio';
import type { Price } from '../../../data/contract/plans.ts';
import { intervalText } from '../../../data/rules/account/planText.ts';
import { formatPrice } from '../../../data/rules/money/amount.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';

/** Writes a price as the region does, for instance `$6 a month`. */
export function usePriceText(): (price: Price) => string {
  const { iso } = LOCALES[useSnapshot(locale).region];
  return (price) => formatPrice(price, iso) + intervalText(price);
}
