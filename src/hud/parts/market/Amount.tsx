import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { marketConfigQuery } from '../../../data/queries/market.ts';
import { formatAmount } from '../../../data/rules/money/amount.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';
import { Amount as CoinAmount } from '../wallet/Amount.tsx';

/** Amounts of the chain as the visitor's region writes them; `symbol` is empty until the server has said it. */
export function useCoins() {
  const { region } = useSnapshot(locale);
  const { data: config } = useQuery(marketConfigQuery);
  const symbol = config?.symbol ?? '';
  return useMemo(() => {
    const tag = LOCALES[region].iso;
    return {
      symbol,
      locale: tag,
      config,
      /** For a glance, with its symbol. @param yocto a whole number */
      short: (yocto: string) => `${formatAmount(yocto, tag)} ${symbol}`.trim(),
    };
  }, [region, symbol, config]);
}

/** An amount in the coin of this server's market. @param yocto a whole number */
export function Amount({ yocto }: { yocto: string }) {
  return <CoinAmount yocto={yocto} symbol={useCoins().symbol} />;
}
