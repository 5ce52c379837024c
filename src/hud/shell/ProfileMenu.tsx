import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { HoverMenu } from './HoverMenu.tsx';
import { profileDestinations } from './navigation.ts';
import styles from './ProfileMenu.module.css';
import { useSite } from './useSite.ts';

/** The signed-in user's disc; near it, by focus or by tap the ways to what is theirs. */
export function ProfileMenu() {
  const { user } = useSnapshot(session);
  const site = useSite();
  if (!user) return null;
  const name = user.settings?.displayName || user.profile.displayName || user.user_id;
  return (
    <HoverMenu
      label="Your account"
      to="/account"
      triggerClass={styles.trigger}
      trigger={
        <>
          <span aria-hidden="true" className={styles.disc}>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <VisuallyHidden>{name}, your account</VisuallyHidden>
        </>
      }
      heading={
        <p className={styles.heading}>
          <span className={`${styles.name} truncate`}>{name}</span>
          <span className="muted t13 truncate">{user.user_id}</span>
        </p>
      }
      items={profileDestinations(site)}
    />
  );
}
