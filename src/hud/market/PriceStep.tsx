import type { Collectible } from '../../data/contract/market.ts';
import { exactAmount, parseAmount } from '../../data/rules/money/amount.ts';
import type { MarketAction } from '../../data/wallet/Wallet.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { useCoins } from '../parts/market/Amount.tsx';

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
  const judge = (text: string) => {
    const amount = parseAmount(text, locale);
    if (!amount.ok) return amount.text;
    return kind !== 'reprice' || amount.yocto !== price || 'That is the price it has.';
  };
  const form = useEntityForm<{ price: string }>({
    mode: 'onSubmit',
    start: { price: price === null ? '' : exactAmount(price, locale) },
    send: async (values) => {
      const amount = parseAmount(values.price, locale);
      if (!amount.ok) return;
      onAsk({ kind: kind === 'reprice' ? 'reprice' : 'list', tokenId, price: amount.yocto });
    },
  });
  const parsed = parseAmount(form.watch('price'), locale);
  const bps = makers.reduce((sum, one) => sum + one.bps, 0);
  const theirs = parsed.ok ? (BigInt(parsed.yocto) * BigInt(bps)) / WHOLE_BPS : 0n;
  return (
    <EntityForm form={form} className="grid gap16 columns1" action="Look at what it costs">
      <FormTextField<{ price: string }>
        name="price"
        label={`Price in ${symbol}`}
        inputMode="decimal"
        rule={judge}
      />
      <p className="muted" role="status">
        {!parsed.ok
          ? ''
          : bps === 0
            ? 'All of it is yours: none of those who made its loops has a wallet.'
            : `You get ${short((BigInt(parsed.yocto) - theirs).toString())}; ${short(theirs.toString())} goes to those who made its loops.`}
      </p>
    </EntityForm>
  );
}
