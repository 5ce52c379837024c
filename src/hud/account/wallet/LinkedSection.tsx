import { useQuery } from '@tanstack/react-query';
import { linkedAccountsQuery, useUnlink } from '../../../data/queries/market.ts';
import { dateText } from '../../../data/stores/locale.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { FormSection, PanelState } from '../../parts/forms/FormSection.tsx';
import { onPage } from '../../parts/page/page.ts';
import { Button } from '../../system/Button.tsx';
import styles from '../AccountPanels.module.css';

/** Accounts of the chain that are linked to the reader's account. */
export function LinkedSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(onPage(linkedAccountsQuery(userId)));
  const unlink = useUnlink();
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const forget = (accountId: string) => {
    if (unlink.isPending) return;
    unlink.mutate(accountId, { onSuccess: () => notify(`${accountId} is not linked any more.`) });
  };
  return (
    <FormSection
      title="Linked accounts"
      text="What they hold is shown on your page as your collection. Your share of sales goes to the one that you linked first. Unlinking leaves tokens and coins where they are."
      trouble={unlink.error ? troubleOf(readFailure(unlink.error)) : ''}
    >
      {data.length === 0 ? (
        <p className="muted">None. Connect a wallet and link it to collect rifffs.</p>
      ) : (
        <ul className="lineAbove">
          {data.map(({ accountId, linked }) => (
            <li key={accountId} className="row gap16 tall64 lineBelow">
              <div className={`fill ${styles.what}`}>
                <p>{accountId}</p>
                <p className="t13 muted">Linked {dateText(linked)}</p>
              </div>
              <Button
                size="xs"
                aria-busy={unlink.isPending && unlink.variables === accountId}
                aria-label={`Unlink ${accountId}`}
                onClick={() => forget(accountId)}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
