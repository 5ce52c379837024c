import { Link } from 'react-router';
import { Icon } from '../system/Icon.tsx';
import styles from './AccountFrame.module.css';

export interface OtherWay {
  title: string;
  /** Where it leads; without it `onChoose` is what it does. */
  to?: string;
  onChoose?(): void;
}

/** Where else one can go from a form, under a hairline. */
export function OtherWays({ ways }: { ways: readonly OtherWay[] }) {
  return (
    <ul className={styles.others}>
      {ways.map(({ title, to, onChoose }) => (
        <li key={title}>
          {to === undefined ? (
            <button type="button" className={styles.other} onClick={onChoose}>
              {title}
              <Icon name="arrowRight" size={16} />
            </button>
          ) : (
            <Link to={to} className={styles.other}>
              {title}
              <Icon name="arrowRight" size={16} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
