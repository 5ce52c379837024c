import { useQuery } from '@tanstack/react-query';
import { storageQuery } from '../../data/queries/allowance.ts';
import { overQuotaText, usedShare } from '../../data/rules/account/storage.ts';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import { onPage } from '../parts/page/page.ts';
import { StorageBar } from '../parts/StorageBar.tsx';

/** How much room the sounds and the picture of the account take, and how much they may. */
export function StorageSection() {
  const { data, error, refetch } = useQuery(onPage(storageQuery));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const isTold = data.awaitsConfirmation || usedShare(data) === 1;
  return (
    <FormSection
      title="Room"
      text="What your loops, tracks and picture take on this server. The same file counts once, however often you use it."
    >
      <StorageBar storage={data} />
      {isTold && data.quotaBytes !== null && <p>{overQuotaText(data)}.</p>}
    </FormSection>
  );
}
