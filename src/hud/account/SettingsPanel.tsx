import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { changeSettings } from '../../data/auth.ts';
import type { AccessRights } from '../../data/contract/accounts.ts';
import { changeAccessRights } from '../../data/queries/account.ts';
import { accessRightsQuery } from '../../data/queries/profiles.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { onPage } from '../parts/page/page.ts';
import { Checkbox } from '../system/Checkbox.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { PanelState } from './PanelState.tsx';
import { RightsForm } from './RightsForm.tsx';
import { Trouble } from './Trouble.tsx';
import { useSaving } from './useSaving.ts';

function MailSection() {
  const settings = useSnapshot(session).user?.settings;
  const { isBusy, trouble, run } = useSaving();
  if (!settings) return null;
  const change = (productUpdates: boolean) =>
    run(async () => {
      await changeSettings({ productUpdates });
      notify(productUpdates ? 'News comes by mail now.' : 'No news by mail any more.');
    });
  return (
    <AccountSection
      title="Mail"
      text="Mail about your own account (a new password, a device that signs in) is always sent."
    >
      <p className={styles.what}>
        To <b>{settings.email}</b>
      </p>
      <Trouble title={trouble} />
      <Checkbox
        isChecked={settings.productUpdates}
        disabled={isBusy}
        onCheckedChange={(isChecked) => void change(isChecked)}
      >
        Mail me now and then about what is new
      </Checkbox>
    </AccountSection>
  );
}

/** Mail, and who may use what the account makes. */
export function SettingsPanel({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const query = accessRightsQuery(userId);
  const { data, error, refetch } = useQuery(onPage(query));
  const save = async (rights: Pick<AccessRights, 'access' | 'license'>) => {
    queries.setQueryData(query.queryKey, await changeAccessRights(rights));
    notify('Saved. It holds for what you make from now on.');
  };
  return (
    <div className={styles.sections}>
      <MailSection />
      {data ? (
        <RightsForm rights={data} onSave={save} />
      ) : (
        <PanelState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
