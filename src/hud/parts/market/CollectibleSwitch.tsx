import { useQueryClient } from '@tanstack/react-query';
import type { Jam } from '../../../data/contract/jams.ts';
import { refreshJams } from '../../../data/queries/jams.ts';
import { useSetCollectible } from '../../../data/queries/market.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { Switch } from '../../system/Switch.tsx';
import page from '../Page.module.css';

/** Sets whether rifffs of a jam can be collected, and saves it at once. For members who may change the jam. */
export function CollectibleSwitch({ jam }: { jam: Jam }) {
  const queries = useQueryClient();
  const change = useSetCollectible(jam.id);
  const isOpen = jam.access === 'public';
  const isOn = change.isPending ? change.variables : jam.isCollectible === true;
  return (
    <div className={page.padBelow24}>
      <Switch
        isOn={isOn}
        disabled={!isOpen && !isOn}
        hint={
          isOpen
            ? 'On its first day anybody may collect one, for nothing. Everyone here sees that you allow it; what was collected stays.'
            : 'Only where anyone may listen.'
        }
        onChange={(next) => {
          if (change.isPending) return;
          change.mutate(next, {
            onSuccess: async () => {
              await refreshJams(queries);
              notify(next ? 'Rifffs here can be collected.' : 'Rifffs here cannot be collected.');
            },
          });
        }}
      >
        Rifffs here can be collected
      </Switch>
      {change.error && <p role="alert">{troubleOf(readFailure(change.error))}</p>}
    </div>
  );
}
