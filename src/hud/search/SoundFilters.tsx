import { CATEGORIES, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { hasSound, type SearchAsked, withoutSound } from '../../data/rules/search/address.ts';
import { SoundSelects } from '../parts/controls/SoundSelects.tsx';
import { KnifeGlyph } from '../parts/LoopGlyph.tsx';
import { Button } from '../system/Button.tsx';
import styles from './Search.module.css';

interface SoundFiltersProps {
  asked: SearchAsked;
  onAsk(change: Partial<SearchAsked>): void;
}

/** What it sounds like: the kind of its loops by their knife, tempo, key, and a loop that it holds. */
export function SoundFilters({ asked, onAsk }: SoundFiltersProps) {
  const toggle = (category: string) =>
    onAsk({ category: asked.category === category ? '' : category });
  return (
    <div className={styles.filters}>
      <fieldset className={styles.categories} aria-label="Kind of loop">
        {LIBRARY_CATEGORIES.map((slug) => (
          <button
            key={slug}
            type="button"
            className={`underbar hoverUnderbar ${styles.category}`}
            aria-pressed={asked.category === slug}
            aria-label={CATEGORIES[slug].title}
            title={CATEGORIES[slug].title}
            onClick={() => toggle(slug)}
          >
            <KnifeGlyph category={slug} sizePx={30} />
          </button>
        ))}
      </fieldset>
      <fieldset className={`flex wrap gap8 ${styles.selects}`} aria-label="Tempo and key">
        <SoundSelects asked={asked} size="xs" onAsk={onAsk} />
      </fieldset>
      {asked.loopId !== '' && (
        <Button size="xs" icon="close" onClick={() => onAsk({ loopId: '' })}>
          With this loop
        </Button>
      )}
      {hasSound(asked) && (
        <Button size="xs" variant="bare" onClick={() => onAsk(withoutSound(asked))}>
          Any sound
        </Button>
      )}
    </div>
  );
}
