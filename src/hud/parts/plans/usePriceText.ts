import { useSnapshot } from 'valtio';
import type { Price } from '../../../data/contract/plans.ts';
import { intervalText } from '../../../data/rules/account/planText.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';

/** Writes a price as the region does, for instance `$6 a month`. */
export function usePriceText(): (price: Price) => string {
  const { region } = useSnapshot(locale);
  return (price) => {
    const amount = new Intl.NumberFormat(LOCALES[region].iso, {
      ...{ style: 'currency', currency: price.currency, maximumFractionDigits: 0 },
    }).format(BigInt(price.amount) / 100n);
    return amount + intervalText(price);
  };
}
