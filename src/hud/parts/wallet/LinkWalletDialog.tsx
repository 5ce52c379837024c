import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { linkedAccountsQuery, refreshMarket } from '../../../data/queries/market.ts';
import { notify } from '../../../data/stores/ui.ts';
import { declineLink, wallet as state } from '../../../data/stores/wallet.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useMember } from '../shares/useReader.ts';
import { useWalletState, useWalletSteps } from './useWallet.ts';

/**
 * Offers to link the wallet to the account: to who is logged in, has a wallet signed in and no linked account, and did
 * not decline (specification, section 4). Closing it declines; on the wallet tab that reloads the route.
 */
export function LinkWalletDialog() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const userId = useMember();
  const wallet = useWalletState();
  const { isLinkDeclined } = useSnapshot(state);
  const isAsked = userId !== '' && wallet.accountId !== null && !isLinkDeclined;
  const { data: linked } = useQuery({
    ...linkedAccountsQuery(userId),
    enabled: isAsked && wallet.config !== undefined,
  });
  const { isBusy, trouble, run } = useWalletSteps(wallet);
  const accountId = wallet.accountId ?? '';

  const decline = () => {
    declineLink();
    const isWalletTab = pathname === '/account' && /[?&]tab=wallet(&|$)/.test(search);
    if (!isWalletTab) return;
    void navigate(pathname + search, { replace: true });
    void refreshMarket(queries);
  };
  const link = async () => {
    await run('link');
    const accounts = queries.getQueryData(linkedAccountsQuery(userId).queryKey) ?? [];
    if (accounts.some((account) => account.accountId === accountId)) {
      notify(`${accountId} is linked to you.`);
    }
  };
  return (
    <Dialog
      isOpen={isAsked && linked?.length === 0}
      onOpenChange={(isOpen) => !isOpen && !isBusy && decline()}
      title="Link this wallet to you?"
      description="Then you can collect rifffs, what you collect is shown on your page, and your share of sales reaches you."
      actions={
        <>
          <Button variant="filled" aria-busy={isBusy} onClick={() => void link()}>
            Link it
          </Button>
          <Button disabled={isBusy} onClick={decline}>
            Not now
          </Button>
        </>
      }
    >
      <Trouble title={trouble} />
      <p style={{ overflowWrap: 'anywhere' }}>
        {wallet.name}: <strong>{accountId}</strong>
      </p>
    </Dialog>
  );
}
