import { type FormEvent, useState } from 'react';
import type { Collectible } from '../../data/contract/market.ts';
import { exactAmount, parseAmount } from '../../data/rules/money/amount.ts';
import type { MarketAction } from '../../data/wallet/Wallet.ts';
import { useCoins } from '../parts/market/Amount.tsx';
import page from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';
import { TextField } from '../system/TextField.tsx';

const WHOLE_BPS = 10_000n;

interface PriceStepProps {
  token: Collectible;
  kind: 'list' | 'reprice' | 'buy' | 'unlist';
  onAsk(action: MarketAction): void;
}

/** What a token is to cost, and what of that is whose. */
export function PriceStep({ token, kind, onAsk }: PriceStepProps) {
  const { tokenId, price, makers } = token;
  const { locale, symbol, short } = useCoins();
  const [text, setText] = useState(price === null ? '' : exactAmount(price, locale));
  const [hasTried, setTried] = useState(false);
  const parsed = parseAmount(text, locale);
  const isSame = parsed.ok && kind === 'reprice' && parsed.yocto === price;
  const trouble = parsed.ok ? (isSame ? 'That is the price it has.' : '') : parsed.text;
  const bps = makers.reduce((sum, one) => sum + one.bps, 0);
  const theirs = parsed.ok ? (BigInt(parsed.yocto) * BigInt(bps)) / WHOLE_BPS : 0n;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!parsed.ok || isSame) return;
    onAsk({ kind: kind === 'reprice' ? 'reprice' : 'list', tokenId, price: parsed.yocto });
  };
  return (
    <form className="grid gap16 columns1" noValidate onSubmit={submit}>
      <TextField
        label={`Price in ${symbol}`}
        inputMode="decimal"
        value={text}
        error={hasTried && trouble ? trouble : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="muted" role="status">
        {!parsed.ok
          ? ''
          : bps === 0
            ? 'All of it is yours: none of those who made its loops has a wallet.'
            : `You get ${short((BigInt(parsed.yocto) - theirs).toString())}; ${short(theirs.toString())} goes to those who made its loops.`}
      </p>
      <div className={page.padButtons}>
        <Button type="submit" variant="filled">
          Look at what it costs
        </Button>
      </div>
    </form>
  );
}
