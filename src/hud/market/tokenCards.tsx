import type { Collectible } from '../../data/contract/market.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { tokenPath } from '../../data/rules/market/asked.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { Amount } from '../parts/market/Amount.tsx';
import { DemoMark } from '../parts/shares/Byline.tsx';
import type { MarketCard } from './CardGrid.tsx';

const known = new WeakMap<Rifff, Rifff>();

/** A rifff that knows its jam, so that a remix names its parent; the same object for the same rifff. */
export function ofJam(rifff: Rifff, jamId: string): Rifff {
  if (rifff.jamId === jamId) return rifff;
  const kept = known.get(rifff);
  if (kept?.jamId === jamId) return kept;
  const made = { ...rifff, jamId };
  known.set(rifff, made);
  return made;
}

/** Those who made the loops, as one line. */
export function makersLine(makers: Collectible['makers']): string {
  return makers.length === 0
    ? 'Made of loops of the house'
    : makers.map(({ displayName, userId }) => personText(displayName || userId)).join(', ');
}

/** A collected rifff as a card: who made it, and what it costs. */
export function tokenCard(token: Collectible): MarketCard {
  const { tokenId, rifff, jamId, coverUrl, title, makers, price, isDemo } = token;
  const line = makersLine(makers);
  return {
    id: tokenId,
    rifff: jamId === null ? null : rifff && ofJam(rifff, jamId),
    coverUrl,
    title,
    to: tokenPath(tokenId),
    ...(isDemo && { aside: <DemoMark /> }),
    caption: (
      <span className="truncate" title={line}>
        {line}
      </span>
    ),
    end: (
      <span className={price === null ? `rigid t13 muted` : 'rigid bold'}>
        {price === null ? 'Not on sale' : <Amount yocto={price} />}
      </span>
    ),
  };
}
