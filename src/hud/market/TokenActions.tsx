import { useSnapshot } from 'valtio';
import type { Collectible } from '../../data/contract/market.ts';
import { collectLabel } from '../../data/rules/money/collectWindow.ts';
import { ui } from '../../data/stores/ui.ts';
import { wallet } from '../../data/stores/wallet.ts';
import { useCoins } from '../parts/market/Amount.tsx';
import { useDeed } from '../parts/market/useDeed.ts';
import { lazyPiece } from '../parts/page/lazyPiece.tsx';
import { useMember } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';

/** The wallet and what it does: fetched when something is traded. */
const tradeDialog = lazyPiece(
  'Trading',
  async () => (await import('./TradeDialog.tsx')).TradeDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

const KINDS = ['buy', 'list', 'reprice', 'unlist'] as const;

/** What its owner can do with a token, and what everybody else can. */
export function TokenActions({ token }: { token: Collectible }) {
  const { isOnline } = useSnapshot(ui);
  const { accountId } = useSnapshot(wallet);
  const { symbol, locale } = useCoins();
  const member = useMember();
  const { deed, begin, end } = useDeed();
  const doing = KINDS.find((kind) => kind === deed);
  const { price, owner, ownerAccount } = token;
  const isOwn = (member !== '' && owner === member) || accountId === ownerAccount;
  const action = (kind: (typeof KINDS)[number], title: string, isMain = false) => (
    <Button
      size={isMain ? 'lg' : 'md'}
      variant={isMain ? 'filled' : 'outlined'}
      aria-haspopup="dialog"
      disabled={!isOnline}
      onPointerEnter={tradeDialog.prefetch}
      onClick={() => begin(kind)}
    >
      {title}
    </Button>
  );
  return (
    <div className="row wrap gap8 emptyAway">
      {!isOwn && price !== null && action('buy', collectLabel(price, symbol, locale), true)}
      {isOwn && price === null && action('list', 'Put on sale', true)}
      {isOwn && price !== null && (
        <>
          {action('reprice', 'Change price')}
          {action('unlist', 'Remove sale')}
        </>
      )}
      {!isOnline && <p className="t13 muted">Trading needs a network.</p>}
      {doing && (
        <tradeDialog.Piece
          key={doing}
          token={token}
          kind={doing}
          isOpen
          onOpenChange={(isOpen) => !isOpen && end()}
        />
      )}
    </div>
  );
}
