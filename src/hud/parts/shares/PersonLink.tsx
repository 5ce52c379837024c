import { Link } from 'react-router';
import { personText } from '../../../data/rules/makers.ts';
import styles from './PersonLink.module.css';

export interface PersonLinkProps {
  /** Account, or '' for somebody who left. */
  userId: string;
  /** What the account is called; its id without. */
  displayName?: string;
  /** False for names without a page of their own: those of the house, of other people's data. */
  hasPage?: boolean;
}

/** A person by name, linked to their page where they have one. */
export function PersonLink({ userId, displayName, hasPage = true }: PersonLinkProps) {
  const name = personText(displayName ?? userId);
  if (!hasPage || userId === '') return <span className={styles.person}>{name}</span>;
  return (
    <Link to={`/${encodeURIComponent(userId)}`} className={`${styles.person} ${styles.link}`}>
      {name}
    </Link>
  );
}
