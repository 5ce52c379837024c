import { ICONS, Icon, type IconName } from '../../system/Icon.tsx';
import { Part } from '../Part.tsx';
import styles from './Sections.module.css';

/** Every icon with its name. */
export function IconsSection() {
  return (
    <Part
      title="All icons"
      text="Drawn for this product. An icon takes the colour of the words beside it; alone in a button it has a label."
    >
      <ul className={styles.icons}>
        {(Object.keys(ICONS) as IconName[]).map((name) => (
          <li key={name} className={styles.icon}>
            <span className={styles.row}>
              <Icon name={name} size={32} />
              <Icon name={name} size={16} />
            </span>
            <span className="t13 muted">{name}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
