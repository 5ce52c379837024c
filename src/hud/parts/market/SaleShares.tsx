import type { Collectible } from '../../../data/contract/market.ts';
import page from '../Page.module.css';
import { PersonLink } from '../shares/Byline.tsx';
import styles from '../wallet/Wallet.module.css';

/** Hundredths of a percent as a percentage, for instance `3.34 %`. */
export const bpsText = (bps: number): string => `${bps / 100} %`;

interface SaleSharesProps extends Pick<Collectible, 'makers'> {
  /** In a dialog. */
  isSmall?: boolean;
}

/** Who made the loops, and what part of every sale is theirs. */
export function SaleShares({ makers, isSmall }: SaleSharesProps) {
  const isPaid = makers.some(({ bps }) => bps > 0);
  const Title = isSmall ? 'h3' : 'h2';
  return (
    <section aria-label="Of every sale">
      <Title className={isSmall ? 't18' : 't24'}>Of every sale</Title>
      {makers.length > 0 && (
        <ul className="lineBelow top8">
          {makers.map(({ userId, displayName, accountId, bps }) => (
            <li key={userId} className={styles.share}>
              <PersonLink userId={userId} displayName={displayName} />
              <span className={bps > 0 ? 'rigid' : 'rigid muted'} title={accountId ?? undefined}>
                {accountId === null ? 'no wallet' : bpsText(bps)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={`${page.padAbove8} t13 muted`}>
        {isPaid
          ? 'The contract pays them with every sale; the rest is for the seller.'
          : 'None of those who made its loops has a wallet: the seller gets everything.'}
      </p>
    </section>
  );
}
