import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useSnapshot } from 'valtio';
import { profileQuery } from '../../data/queries/profiles.ts';
import { registerPath } from '../../data/rules/account/redirects.ts';
import { session } from '../../data/stores/session.ts';
import { type Destination, DestinationLink } from '../parts/page/DestinationLink.tsx';
import { useSite } from '../parts/page/page.ts';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { buttonClass } from '../system/Button.tsx';
import { NavigationMenu } from '../system/NavigationMenu.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Header.module.css';
import {
  ACCOUNT_DESTINATIONS,
  ACCOUNT_LINK_ID,
  CLASSES_DESTINATION,
  profileDestinations,
} from './navigation.ts';
import { useTeaches } from './useTeaches.ts';

const linksTo = (destinations: readonly Destination[]) =>
  destinations.map((one) => <DestinationLink key={one.title} destination={one} />);

/** The way in for visitors, with everything that leads to an account. */
export function AccountMenu() {
  // The keyboard may already be on the plain link that stands here until this code has come.
  const [takesFocus] = useState(() => document.activeElement?.id === ACCOUNT_LINK_ID);
  return (
    <NavigationMenu
      label="Account"
      to="/login"
      triggerClass={buttonClass('sm', 'outlined')}
      trigger="Account"
      links={linksTo(ACCOUNT_DESTINATIONS)}
      takesFocus={takesFocus}
    />
  );
}

/** The way to the classes of a teacher; it stands in a list that is there only while it is open. */
function ClassesLink(props: Omit<ComponentProps<typeof DestinationLink>, 'destination'>) {
  return useTeaches() ? <DestinationLink {...props} destination={CLASSES_DESTINATION} /> : null;
}

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
    <NavigationMenu
      label="Your account"
      to={user.guestOf === undefined ? '/account' : registerPath(`/jams/${user.guestOf}`)}
      triggerClass={styles.trigger!}
      trigger={
        <>
          <PersonAvatar userId={user.user_id} name={name} src={profile?.avatarUrl} size={40} />
          <VisuallyHidden>{name}, your account</VisuallyHidden>
        </>
      }
      heading={
        <p className={styles.heading}>
          <span className="bold truncate">{name}</span>
          <span className="muted t13 truncate">{user.user_id}</span>
        </p>
      }
      links={[
        ...linksTo(profileDestinations(site, user as typeof session.user)),
        <ClassesLink key="classes" />,
      ]}
    />
  );
}
