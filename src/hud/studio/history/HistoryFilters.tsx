import { categoryOf, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import { EVERYTHING, isNarrowed, TEMPOS } from '../../../data/rules/jam/historyFilter.ts';
import { importedText } from '../../../data/rules/sharing/accountText.ts';
import { ROOT_OPTIONS } from '../../parts/controls/SoundSelects.tsx';
import { useNames } from '../../parts/people/useNames.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import { Select } from '../../system/Select.tsx';
import type { HistoryView } from '../jam/useJam.ts';
import styles from './History.module.css';

const CATEGORIES = [
  { value: '', title: 'Any loops' },
  ...LIBRARY_CATEGORIES.map((value) => ({ value, title: categoryOf(value).title })),
];
const TEMPO_OPTIONS = [{ value: '', title: 'Any tempo' }, ...TEMPOS];

/** Narrows the history: whose, with what, how fast, in which key, with one's own loops. */
export function HistoryFilters({ view }: { view: HistoryView }) {
  const reader = useReader();
  const { filter, setFilter, makers } = view;
  const nameOf = useNames();
  const people = [
    { value: '', title: 'Everyone' },
    ...(makers.has(reader) ? [{ value: reader, title: 'Mine' }] : []),
    ...[...makers]
      .filter(([maker]) => maker !== reader)
      .map(([value, imported]) => ({
        value,
        title: imported ? importedText(imported) : nameOf(value),
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
  ];
  return (
    <fieldset className={styles.filters} aria-label="Show only">
      <Select
        label="Whose"
        isLabelHidden
        size="xs"
        options={people}
        value={filter.by}
        onValueChange={(by) => setFilter({ ...filter, by })}
      />
      <Select
        label="With"
        isLabelHidden
        size="xs"
        options={CATEGORIES}
        value={filter.category}
        onValueChange={(category) => setFilter({ ...filter, category })}
      />
      <Select
        label="Tempo"
        isLabelHidden
        size="xs"
        options={TEMPO_OPTIONS}
        value={filter.tempo}
        onValueChange={(tempo) => setFilter({ ...filter, tempo })}
      />
      <Select
        label="Key"
        isLabelHidden
        size="xs"
        options={ROOT_OPTIONS}
        value={filter.root}
        onValueChange={(root) => setFilter({ ...filter, root })}
      />
      {reader !== '' && (
        <Button
          size="xs"
          aria-pressed={filter.hasOwnLoops}
          variant={filter.hasOwnLoops ? 'filled' : 'outlined'}
          onClick={() => setFilter({ ...filter, hasOwnLoops: !filter.hasOwnLoops })}
        >
          With my loops
        </Button>
      )}
      {isNarrowed(filter) && (
        <Button size="xs" variant="bare" onClick={() => setFilter(EVERYTHING)}>
          Show all
        </Button>
      )}
    </fieldset>
  );
}
