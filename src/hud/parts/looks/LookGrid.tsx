import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SavedLook } from '../../../data/contract/savedLooks.ts';
import { siteQuery } from '../../../data/queries/site.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import {
  type LookPictures,
  lookPath,
  lookPictures,
} from '../../../data/rules/stage/lookAddress.ts';
import cards from '../shares/Shares.module.css';
import { useRegionText } from '../useRegionText.ts';
import { LookPicture } from './LookPicture.tsx';
import { HOUSE_LOOKS, lookTitle, type ShownLook } from './shownLooks.ts';
import { usePointed } from './usePointed.ts';
import type { Sample } from './WithSample.tsx';

/** A look as lists and its page show it. */
export interface LookEntry extends ShownLook {
  /** As the server keeps it; null for one of the house. */
  readonly saved: SavedLook | null;
}

/** A saved look as lists and its page show it. */
export const savedEntry = (saved: SavedLook): LookEntry => ({
  key: saved.id,
  look: saved.document,
  saved,
});

/** The looks of the house, in the same way. */
export const HOUSE_ENTRIES: readonly LookEntry[] = HOUSE_LOOKS.map((one) => ({
  ...one,
  saved: null,
}));

/** Says that only its maker sees a look. */
export function PrivateMark() {
  return (
    <span className={cards.mark} title="Only you see it">
      Private
    </span>
  );
}

interface LookGridProps {
  /** At least one, each of its own key. */
  looks: readonly LookEntry[];
  sample: Pick<Sample, 'rifff' | 'isPlaying' | 'isWaiting'>;
  /** Leaves the maker's name out, on their own page. */
  isOfOne?: boolean;
}

/** Looks as a grid of pictures of one and the same rifff. */
export function LookGrid({ looks, sample, isOfOne = false }: LookGridProps) {
  return (
    <ul className={cards.grid}>
      {looks.map((entry) => (
        <li key={entry.key} className="min0">
          <LookCard entry={entry} sample={sample} isOfOne={isOfOne} />
        </li>
      ))}
    </ul>
  );
}

interface LookCardProps {
  entry: LookEntry;
  sample: LookGridProps['sample'];
  isOfOne: boolean;
}

/** What the server makes of a look that everybody may see; `asked` until it is known whether it does. */
function useMadePictures({ key, saved }: LookEntry): LookPictures | 'asked' | null {
  const { data: site, isLoading } = useQuery(siteQuery);
  if (saved?.access === 'private') return null;
  if (isLoading) return 'asked';
  return site?.hasLookPictures ? lookPictures(key, saved?.changed) : null;
}

/** A look in a grid: its picture and its name lead to its page. */
function LookCard({ entry, sample, isOfOne }: LookCardProps) {
  const { key, look, saved } = entry;
  const title = lookTitle(entry);
  const { isPointed, on } = usePointed();
  return (
    <article className={cards.card} data-look={key}>
      <Link to={lookPath(key)} className="block" {...on}>
        <LookPicture
          placeId={`look.${key}`}
          look={look}
          rifff={sample.rifff}
          isPlaying={sample.isPlaying}
          isWaiting={sample.isWaiting}
          made={useMadePictures(entry)}
          isPointed={isPointed}
          className={cards.picture}
        />
        <h2 className={`${cards.title} thickLine hoverUnderline truncate`} title={title}>
          {title}
        </h2>
      </Link>
      <Facts saved={saved} isOfOne={isOfOne} />
    </article>
  );
}

/** Who made a look, in how many jams it is used, and whether others see it. */
function Facts({ saved, isOfOne }: Pick<LookEntry, 'saved'> & { isOfOne: boolean }) {
  const text = useRegionText();
  if (!saved) return <p className="t13 muted">Of the house</p>;
  const { user, displayName, jamCount, access } = saved;
  const by = personText(displayName || user);
  const words = [!isOfOne && by, jamCount > 0 && `in ${text.count(jamCount, 'jam')}`];
  return (
    <p className={`rigidParts ${cards.caption} t13 muted`}>
      <span className="truncate" title={by}>
        {words.filter(Boolean).join(', ')}
      </span>
      {access === 'private' && (
        <span>
          {' '}
          <PrivateMark />
        </span>
      )}
    </p>
  );
}
