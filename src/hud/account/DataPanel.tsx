import { exportAccount } from '../../data/queries/account.ts';
import { Button } from '../system/Button.tsx';
import { Trouble } from '../system/Form.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { saveFile } from './saveFile.ts';
import { useSaving } from './useSaving.ts';

/** Taking everything along, and leaving. */
export function DataPanel({ userId }: { userId: string }) {
  const { isBusy, trouble, run } = useSaving();
  const download = () =>
    run(async () => {
      const everything = JSON.stringify(await exportAccount(), null, 2);
      saveFile(`rondo-${userId}.json`, new Blob([everything], { type: 'application/json' }));
    });
  return (
    <div className={styles.sections}>
      <AccountSection
        title="Take it with you"
        text="Everything that your account owns, as one file: profile, settings, rifffs, loops and what you shared."
      >
        <Trouble title={trouble} />
        <div className={styles.actions}>
          <Button aria-busy={isBusy} onClick={() => void download()}>
            {isBusy && <Spinner size={18} />}
            Download my data
          </Button>
        </div>
      </AccountSection>
      <DeleteAccount userId={userId} />
    </div>
  );
}
