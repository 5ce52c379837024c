import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../data/queries/profiles.ts';
import { PanelState } from '../parts/forms/FormSection.tsx';
import { onPage } from '../parts/page/page.ts';
import { ProfileForms } from '../parts/profile/ProfileForms.tsx';

/** What everyone sees of the account. */
export function ProfilePanel({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(profileQuery(userId)));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  return <ProfileForms profile={data} />;
}
