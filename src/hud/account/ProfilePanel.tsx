import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/queries/profiles.ts';
import { onPage } from '../parts/page/page.ts';
import styles from './AccountPanels.module.css';
import { PanelState } from './PanelState.tsx';
import { PictureField } from './PictureField.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { TrackField } from './TrackField.tsx';

/** What everyone sees of the account. */
export function ProfilePanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(profileQuery(userId)));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.sections}>
      <PictureField profile={data} />
      <ProfileForm profile={data} />
      <TrackField profile={data} />
    </div>
  );
}
