import type { LicenceGroup } from '../../data/rules/site/notices.ts';
import { Icon } from '../system/Icon.tsx';
import styles from './Acknowledgements.module.css';

/** The packages under one licence; each opens its text. */
export function NoticeGroup({ group }: { group: LicenceGroup }) {
  return (
    <section>
      <h2>
        {group.licence} <span className={styles.count}>{group.packages.length}</span>
      </h2>
      <ul className={styles.list}>
        {group.packages.map(({ name, version, text }) => (
          <li key={`${name} ${version}`} className={styles.entry}>
            {text ? (
              <details>
                <summary className={styles.head}>
                  <span className={styles.name}>{name}</span>
                  <span className="muted">{version}</span>
                  <span className={styles.mark}>
                    <Icon name="chevronDown" size={14} />
                  </span>
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
                <pre className={`${styles.licence} t13`} tabIndex={0}>
                  {text}
                </pre>
              </details>
            ) : (
              <p className={styles.head}>
                <span className={styles.name}>{name}</span>
                <span className="muted">{version}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
