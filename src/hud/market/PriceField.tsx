import { useEffect, useState } from 'react';
import { COIN_DECIMALS } from '../../data/contract/constants.ts';
import { exactAmount, parseAmount } from '../../data/rules/money/amount.ts';
import { useCoins } from '../parts/market/Amount.tsx';
import { TextField } from '../system/TextField.tsx';

/** Coins with a point as addresses have them. @param yocto a whole number */
function coinsOf(yocto: string): string {
  const digits = yocto.padStart(COIN_DECIMALS + 1, '0');
  const whole = digits.slice(0, -COIN_DECIMALS);
  const fraction = digits.slice(-COIN_DECIMALS).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

interface PriceFieldProps {
  label: string;
  /** As the address has it; '' for any. */
  asked: string;
  onAsk(coins: string): void;
}

/** A bound of prices, written as the region writes numbers. What is no amount says so and narrows nothing. */
export function PriceField({ label, asked, onAsk }: PriceFieldProps) {
  const { symbol, locale } = useCoins();
  const shown = parseAmount(asked, 'en');
  const written = shown.ok ? exactAmount(shown.yocto, locale) : '';
  const [text, setText] = useState(written);
  const [error, setError] = useState('');
  useEffect(() => setText(written), [written]);
  const settle = () => {
    if (text.trim() === '') {
      setError('');
      if (asked !== '') onAsk('');
      return;
    }
    const parsed = parseAmount(text, locale);
    setError(parsed.ok ? '' : parsed.text);
    if (parsed.ok && coinsOf(parsed.yocto) !== asked) onAsk(coinsOf(parsed.yocto));
  };
  return (
    <TextField
      label={`${label}${symbol && `, in ${symbol}`}`}
      isLabelHidden
      inputMode="decimal"
      placeholder={label}
      value={text}
      error={error || undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  );
}
