import { useState } from 'react';
import type { Profile } from '../../data/contract/accounts.ts';
import styles from './ProfileHead.module.css';

/** The picture of an account, or a disc with its initial. The name stands beside it. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const [hasFailed, setFailed] = useState(false);
  const { avatarUrl, displayName, user_id: userId } = profile;
  if (avatarUrl && !hasFailed) {
    return (
      <img
        className={styles.picture}
        src={avatarUrl}
        alt=""
        width={120}
        height={120}
        onError={() => setFailed(true)}
      />
    );
  }
  const [initial = ''] = displayName || userId;
  return (
    <span className={`${styles.picture} ${styles.initial}`} aria-hidden="true">
      {initial.toLowerCase()}
    </span>
  );
}
