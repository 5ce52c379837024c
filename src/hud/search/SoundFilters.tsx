import { CATEGORIES, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { ROOTS, SCALES } from '../../data/contract/scales.ts';
import { TEMPOS } from '../../data/rules/jam/historyFilter.ts';
import { hasSound, type SearchAsked, withoutSound } from '../../data/rules/search/address.ts';
import { KnifeGlyph } from '../parts/LoopGlyph.tsx';
import { Button } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import styles from './Search.module.css';

interface SoundFiltersProps {
  asked: SearchAsked;
  onAsk(change: Partial<SearchAsked>): void;
}

/** Tempos to choose among, as the address has them: whole bpm, both of them in. */
const RANGES = TEMPOS.map(({ title, fromBpm, toBpm }) => ({
  title,
  tempoMin: fromBpm === null ? '' : String(fromBpm),
  tempoMax: toBpm === null ? '' : String(toBpm - 1),
}));
const rangeOf = ({ tempoMin, tempoMax }: Pick<SearchAsked, 'tempoMin' | 'tempoMax'>) =>
  tempoMin || tempoMax ? `${tempoMin}-${tempoMax}` : '';

/** The choices of tempo; one of an address that is none of ours stands among them. */
function tempoOptions(asked: SearchAsked) {
  const options = RANGES.map((range) => ({ value: rangeOf(range), title: range.title }));
  const value = rangeOf(asked);
  const isOther = value !== '' && !options.some((one) => one.value === value);
  const { tempoMin, tempoMax } = asked;
  const words = tempoMin && tempoMax ? `${tempoMin} to ${tempoMax}` : '';
  const title = words || (tempoMin ? `From ${tempoMin}` : `Up to ${tempoMax}`);
  return [{ value: '', title: 'Any tempo' }, ...options, ...(isOther ? [{ value, title }] : [])];
}

const ROOT_OPTIONS = [
  { value: '', title: 'Any key' },
  ...ROOTS.map((title, at) => ({ value: String(at), title })),
];
const SCALE_OPTIONS = [
  { value: '', title: 'Any scale' },
  ...SCALES.map(({ name }, at) => ({ value: String(at), title: name })),
];

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
            className={styles.category}
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
        <Select
          {...{ label: 'Tempo', isLabelHidden: true, size: 'xs', options: tempoOptions(asked) }}
          value={rangeOf(asked)}
          onValueChange={(value) => {
            const [tempoMin = '', tempoMax = ''] = value.split('-');
            onAsk({ tempoMin, tempoMax });
          }}
        />
        <Select
          {...{ label: 'Key', isLabelHidden: true, size: 'xs', options: ROOT_OPTIONS }}
          value={asked.root}
          onValueChange={(root) => onAsk({ root })}
        />
        <Select
          {...{ label: 'Scale', isLabelHidden: true, size: 'xs', options: SCALE_OPTIONS }}
          value={asked.scale}
          onValueChange={(scale) => onAsk({ scale })}
        />
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
