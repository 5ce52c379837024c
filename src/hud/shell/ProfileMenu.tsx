import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { profileQuery } from '../../data/queries/profiles.ts';
import { session } from '../../data/stores/session.ts';
import { Avatar } from '../system/Avatar.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { HoverMenu } from './HoverMenu.tsx';
import { profileDestinations } from './navigation.ts';
import styles from './ProfileMenu.module.css';
import { useSite } from './useSite.ts';

/** The signed-in user's disc; near it, by focus or by tap the ways to what is theirs. */
export function ProfileMenu() {
  const { user } = useSnapshot(session);
  const site = useSite();
  const { data: profile } = useQuery({
    ...profileQuery(user?.user_id ?? ''),
    enabled: user !== null,
  });
  if (!user) return null;
  const name = user.settings?.displayName || user.profile.displayName || user.user_id;
  return (
    <HoverMenu
      label="Your account"
      to="/account"
      triggerClass={styles.trigger}
      trigger={
        <>
          <Avatar name={name} src={profile?.avatarUrl} size={40} />
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
