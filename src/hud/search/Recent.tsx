import { forgetSearches } from '../../data/stores/recentSearches.ts';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './Search.module.css';

interface RecentProps {
  texts: readonly string[];
  onChoose(text: string): void;
}

/** What was looked for before on this device, while nothing is. */
export function Recent({ texts, onChoose }: RecentProps) {
  if (texts.length === 0) {
    return (
      <ListState title="Look for a sound or a person">
        Type the beginning of a name, or choose a tempo, a key or what it is made of.
      </ListState>
    );
  }
  return (
    <section aria-labelledby="recent-searches">
      <div className={styles.recentHead}>
        <h2 id="recent-searches" className="t24">
          Lately on this device
        </h2>
        <Button size="xs" variant="bare" onClick={forgetSearches}>
          Forget
        </Button>
      </div>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              className={`focusInside ${styles.row} ${styles.recent}`}
              data-result
              onClick={() => onChoose(text)}
            >
              <Icon name="search" size={16} />
              <span className="truncate">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
