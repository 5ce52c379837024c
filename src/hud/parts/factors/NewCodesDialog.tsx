import { useSnapshot } from 'valtio';
import { closeCodes } from '../../../data/stores/proof.ts';
import { session } from '../../../data/stores/session.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import styles from '../forms/FormSection.module.css';
import { saveFile } from '../media/saveFile.ts';
import { useSite } from '../page/page.ts';

/** New recovery codes, which are shown this once. */
export function NewCodesDialog({ codes }: { codes: readonly string[] }) {
  const userId = useSnapshot(session).user?.user_id ?? '';
  const name = useSite()?.serverName ?? 'Rondo';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify('Recovery codes copied.');
    } catch {
      notify('They could not be copied here. Download them, or write them down.');
    }
  };
  const save = () => {
    const head = `Recovery codes of ${userId} at ${name} (${location.host}). Each works once.`;
    const text = `${[head, '', ...codes].join('\n')}\n`;
    saveFile(`recovery-codes-${userId}.txt`, new Blob([text], { type: 'text/plain' }));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && closeCodes()}
      title="Your recovery codes"
      description="Keep them where you find them without this device. They are not shown again."
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button icon="download" onClick={save}>
            Download
          </Button>
          <Button variant="filled" onClick={closeCodes}>
            I kept them
          </Button>
        </>
      }
    >
      <div className="stack gap16 min0">
        <p>
          If your passkeys and your app are lost, one of these lets you in, beside your password.
          Each works once.
        </p>
        <ul className={styles.recoveryCodes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code} className="t18">
              {code}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
