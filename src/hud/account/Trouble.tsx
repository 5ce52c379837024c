import { Icon } from '../system/Icon.tsx';
import styles from './Trouble.module.css';

export interface TroubleProps {
  /** Empty: there is none. Always mounted, so that it is said when it comes. */
  title: string;
  /** One line each, as a bulleted list. */
  items?: readonly string[];
  /** A sentence more. */
  more?: string;
}

/** What went wrong with a form as a whole, between two hairlines. */
export function Trouble({ title, items = [], more }: TroubleProps) {
  return (
    <div className={styles.region} role="alert">
      {title && (
        <div className={styles.trouble}>
          <Icon name="warning" size={20} />
          <div className={styles.text}>
            {items.length > 0 ? <h2 className={styles.title}>{title}</h2> : <p>{title}</p>}
            {items.length > 0 && (
              <ul className={styles.items}>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
            {more && <p className={styles.more}>{more}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
