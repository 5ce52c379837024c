import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MarketConfig } from '../../../data/contract/market.ts';
import { notify } from '../../../data/stores/ui.ts';
import type { PlayKey } from '../../../data/wallet/playKeys.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { CopyField } from '../../kit/CopyField.tsx';
import { FormSection } from '../../parts/forms/FormSection.tsx';
import { importChunk } from '../../parts/page/importChunk.ts';
import type { WalletHandle } from '../../parts/wallet/useWallet.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import styles from '../AccountPanels.module.css';

interface PlayKeysSectionProps {
  config: MarketConfig;
  wallet: WalletHandle;
}

const loadKeys = async (config: MarketConfig) =>
  (await importChunk(() => import('../../../data/wallet/playKeys.ts'))).openPlayKeys(config);

/** A key, shown on purpose. */
function ShowKey({ account, onClose }: { account: PlayKey; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Key of ${account.accountId}`}
      description="The key is the account. Keep a copy where no one else reads it: with it you use the account in another browser."
    >
      <CopyField label="Secret key" value={account.secret} done="Key copied" />
    </Dialog>
  );
}

/** Deletes a key from this browser: without a copy of the key its account is lost. */
function ForgetKey({
  account,
  onForget,
  onClose,
}: {
  account: PlayKey;
  onForget(): Promise<void>;
  onClose(): void;
}) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove the key of ${account.accountId}?`}
      deed="Remove it"
      keep="Keep it"
      run={onForget}
    >
      <p>
        It is only in this browser. Without a copy of it no one can use the account any more, nor
        what it has collected.
      </p>
    </ConfirmDialog>
  );
}

/** Keys of the play wallet that are in this browser. */
export function PlayKeysSection({ config, wallet }: PlayKeysSectionProps) {
  const queries = useQueryClient();
  const queryKey = ['market', 'play-keys', wallet.accountId];
  const { data: accounts = [] } = useQuery({
    queryKey,
    queryFn: async () => (await loadKeys(config)).all(),
  });
  const [open, setOpen] = useState<{ what: 'show' | 'forget'; account: PlayKey } | null>(null);
  const close = () => setOpen(null);
  const forget = async ({ accountId }: PlayKey) => {
    if (accountId === wallet.accountId) await (await wallet.open()).disconnect();
    (await loadKeys(config)).forget(accountId);
    notify(`The key of ${accountId} is gone from this browser.`);
    await queries.invalidateQueries({ queryKey: ['market', 'play-keys'] });
  };
  if (accounts.length === 0) return null;
  return (
    <FormSection
      title="Keys"
      text="The play wallet keeps its keys in this browser and nowhere else. Who clears its data, or uses another browser, needs a copy."
    >
      <ul className="lineAbove">
        {accounts.map((account) => (
          <li key={account.accountId} className="row gap16 tall64 lineBelow">
            <div className={`fill ${styles.what}`}>
              <p>{account.accountId}</p>
            </div>
            <Button
              size="xs"
              aria-label={`Show the key of ${account.accountId}`}
              onClick={() => setOpen({ what: 'show', account })}
            >
              Show key
            </Button>
            <Button
              size="xs"
              aria-label={`Remove the key of ${account.accountId}`}
              onClick={() => setOpen({ what: 'forget', account })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {open?.what === 'show' && <ShowKey account={open.account} onClose={close} />}
      {open?.what === 'forget' && (
        <ForgetKey account={open.account} onForget={() => forget(open.account)} onClose={close} />
      )}
    </FormSection>
  );
}
