import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { collectibleJamQuery, useSetCollectible } from '../../../data/queries/market.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { FormSection, PanelState } from '../../parts/forms/FormSection.tsx';
import { onPage } from '../../parts/page/page.ts';
import { Switch } from '../../system/Switch.tsx';

/** Whether rifffs of one's own jam can be collected. */
export function CollectibleSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(collectibleJamQuery(userId)));
  const change = useSetCollectible(userId);
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const isOn = change.isPending ? change.variables : data.isCollectible;
  return (
    <FormSection
      title="Your jam"
      text="Those who collect a rifff own its token, and not the licence: what others may do with the sound stays as you said."
      trouble={change.error ? troubleOf(readFailure(change.error)) : ''}
    >
      <Switch
        isOn={isOn}
        disabled={!data.mayChange}
        hint={
          data.mayChange
            ? 'Anybody with a linked wallet can then collect one within its first day, and you and who made its loops get a share of every later sale.'
            : undefined
        }
        onChange={(wanted) => {
          if (!change.isPending) change.mutate(wanted);
        }}
      >
        Rifffs of your jam can be collected
      </Switch>
      {!data.mayChange && (
        <p className="muted textLinks">
          What you keep is for you alone. Let others use it first, in{' '}
          <Link to="/account?tab=settings">your access rights</Link>.
        </p>
      )}
    </FormSection>
  );
}
