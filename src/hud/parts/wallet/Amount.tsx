import { useSnapshot } from 'valtio';
import { exactAmount, formatAmount } from '../../../data/rules/money/amount.ts';
import { LOCALES } from '../../../data/rules/site/locale.ts';
import { locale } from '../../../data/stores/locale.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';

interface AmountProps {
  yocto: string;
  symbol: string;
}

/** An amount of coins for a glance; every digit of it as title and for screen readers. */
export function Amount({ yocto, symbol }: AmountProps) {
  const { region } = useSnapshot(locale);
  const tag = LOCALES[region].iso;
  const shown = formatAmount(yocto, tag);
  const exact = exactAmount(yocto, tag);
  if (shown === exact) {
    return (
      <span>
        {exact} {symbol}
      </span>
    );
  }
  return (
    <span title={`${exact} ${symbol}`}>
      <span aria-hidden="true">
        {shown} {symbol}
      </span>
      <VisuallyHidden>
        {exact} {symbol}
      </VisuallyHidden>
    </span>
  );
}
