import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarketConfig } from '../../../data/contract/market.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { FormSection } from '../../parts/forms/FormSection.tsx';
import { Amount } from '../../parts/wallet/Amount.tsx';
import type { WalletHandle } from '../../parts/wallet/useWallet.ts';
import { Button } from '../../system/Button.tsx';
import styles from '../AccountPanels.module.css';
import { fundsQuery } from './fundsQuery.ts';

/** Deposits that the market holds for listings. Those that no listing needs can be taken back. */
export function DepositsSection({
  config,
  wallet,
}: {
  config: MarketConfig;
  wallet: WalletHandle;
}) {
  const queries = useQueryClient();
  const query = fundsQuery(wallet);
  const { data } = useQuery(query);
  const withdrawal = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const opened = await wallet.open();
      return opened.perform(await opened.plan({ kind: 'withdraw' }));
    },
    onSuccess: ({ state }) => {
      if (state === 'done') notify('Your deposits are back in your account.');
      void queries.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  if (!data) return null;
  const { state, failure } = withdrawal.data ?? {};
  const said = state === 'dismissed' ? '' : (failure?.text ?? '');
  const trouble = withdrawal.error ? troubleOf(readFailure(withdrawal.error)) : said;
  const hasFree = data.free !== '0';
  return (
    <FormSection
      title="Deposits"
      text="Each token on sale needs a small deposit at the market. It is free again once the token is sold or taken off sale."
      trouble={trouble}
    >
      <ul className="lineAbove">
        <li className="row gap16 tall64 lineBelow">
          <p className={`fill ${styles.what}`}>In use</p>
          <Amount yocto={data.used} symbol={config.symbol} />
        </li>
        <li className="row gap16 tall64 lineBelow">
          <p className={`fill ${styles.what}`}>Free</p>
          <Amount yocto={data.free} symbol={config.symbol} />
        </li>
      </ul>
      <div className="row wrap gap12">
        <Button
          disabled={!hasFree}
          aria-busy={withdrawal.isPending}
          onClick={() => {
            if (!withdrawal.isPending) withdrawal.mutate();
          }}
        >
          Take back what is free
        </Button>
        {!hasFree && <span className="muted">There is nothing to take back.</span>}
      </div>
    </FormSection>
  );
}
