import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { marketConfigQuery } from '../../../data/queries/market.ts';
import { exactAmount, formatAmount } from '../../../data/rules/money/amount.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';

/** Amounts of the chain as the visitor's region writes them; `symbol` is empty until the server has said it. */
export function useCoins() {
  const { region } = useSnapshot(locale);
  const { data: config } = useQuery(marketConfigQuery);
  const symbol = config?.symbol ?? '';
  return useMemo(() => {
    const tag = LOCALES[region].iso;
    return {
      ...{ symbol, locale: tag, config },
      /** For a glance, with its symbol. @param yocto a whole number */
      short: (yocto: string) => `${formatAmount(yocto, tag)} ${symbol}`.trim(),
      /** With every digit. */
      exact: (yocto: string) => `${exactAmount(yocto, tag)} ${symbol}`.trim(),
    };
  }, [region, symbol, config]);
}

/** An amount for a glance; every digit of it is told to whoever rests on it. @param yocto a whole number */
export function Amount({ yocto }: { yocto: string }) {
  const { short, exact } = useCoins();
  return <span title={exact(yocto)}>{short(yocto)}</span>;
}
