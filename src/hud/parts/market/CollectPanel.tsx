import { Link } from 'react-router';
import type { Collectible, RifffMarket } from '../../../data/contract/market.ts';
import { tokenPath } from '../../../data/rules/market/asked.ts';
import { collectLabel } from '../../../data/rules/money/collectWindow.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { Button } from '../../system/Button.tsx';
import page from '../Page.module.css';
import { useMember } from '../shares/useReader.ts';
import { useCoins } from './Amount.tsx';
import { Countdown } from './Countdown.tsx';
import { collectDialog } from './collectPiece.ts';
import { bpsText } from './SaleShares.tsx';
import { useDeed } from './useDeed.ts';
import { Waiting } from './Waiting.tsx';

interface CollectPanelProps {
  /** Its window is open, or there is a token. */
  market: RifffMarket;
  offsetMs: number;
  /** Its window closed just now. */
  onOver(): void;
}

const DEED = 'collect';

/** What can be done with a rifff on the market, beside its rings: collect it on its first day, or see whose it is. */
export function CollectPanel({ market, offsetMs, onOver }: CollectPanelProps) {
  const { jamId, rifffId, token, closes, isPending, makers } = market;
  const { deed, begin, end } = useDeed();
  const paid = makers.filter(({ bps }) => bps > 0);
  return (
    <section className="grid gap8" aria-label="Collecting">
      {token ? (
        <Owned token={token} />
      ) : isPending ? (
        <Waiting>On its way to you</Waiting>
      ) : (
        <>
          <div className={page.tools}>
            <Button
              aria-haspopup="dialog"
              onPointerEnter={collectDialog.prefetch}
              onClick={() => begin(DEED)}
            >
              Collect
            </Button>
            <span className="medium">
              <Countdown closes={closes} offsetMs={offsetMs} onOver={onOver} />
            </span>
          </div>
          <p className="t13 muted">
            {paid.length === 0
              ? 'Once, and for nothing.'
              : `Once, and for nothing. Of every later sale: ${paid
                  .map(
                    (one) => `${bpsText(one.bps)} to ${personText(one.displayName || one.userId)}`,
                  )
                  .join(', ')}.`}
          </p>
        </>
      )}
      {deed === DEED && (
        <collectDialog.Piece
          jamId={jamId}
          rifffId={rifffId}
          isOpen
          onOpenChange={(isOpen) => !isOpen && end()}
        />
      )}
    </section>
  );
}

/** Whose it is, and the way to have it. */
function Owned({ token }: { token: Collectible }) {
  const { symbol, locale, config } = useCoins();
  const member = useMember();
  const { tokenId, price, owner, ownerName, ownerAccount } = token;
  const path = tokenPath(tokenId);
  const isOwn = member !== '' && owner === member;
  return (
    <>
      {price !== null && !isOwn && (
        <div className={page.tools}>
          <Button to={`${path}?do=buy`}>{collectLabel(price, symbol, locale)}</Button>
          {config?.isPlayMoney && <span className="t13 muted">Play money</span>}
        </div>
      )}
      <p>
        <span className="muted">Collected by </span>
        {isOwn ? 'you' : (ownerName ?? ownerAccount)}
        <span className="muted">, </span>
        <Link to={path} className="link hoverLine tallLink">
          see its token
        </Link>
      </p>
    </>
  );
}
