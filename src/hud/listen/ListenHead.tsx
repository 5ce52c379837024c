import { Link } from 'react-router';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { ageText } from '../../data/rules/age.ts';
import { personText } from '../../data/rules/makers.ts';
import { DemoMark } from '../parts/shares/DemoMark.tsx';
import { PersonLink } from '../parts/shares/PersonLink.tsx';
import styles from './ListenPanel.module.css';

/** What is heard, and who shared it when. */
export function ListenHead({ share, title }: { share: SharedRifff; title: string }) {
  return (
    <header className={styles.head}>
      <h1 className={`${styles.title} clamp`} title={title}>
        <Link to={`/rifff/${share._id}`} className={styles.titleLink}>
          {title}
        </Link>
      </h1>
      <p className={styles.by}>
        {share.user === '' ? (
          personText('')
        ) : (
          <PersonLink userId={share.user} displayName={share.displayName} />
        )}
        <span className="muted">, {ageText(share.action_timestamp)}</span>{' '}
        {share.isDemo && <DemoMark />}
      </p>
    </header>
  );
}
