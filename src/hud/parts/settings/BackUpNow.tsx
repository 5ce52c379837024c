/** One more backup, begun by an administrator: the page of operators and the first evening have the same button. */
import { useQuery } from '@tanstack/react-query';
import type { BackupFigures } from '../../../data/contract/operations.ts';
import { backupFiguresQuery, useBackUpNow } from '../../../data/queries/operations.ts';
import { momentText } from '../../../data/stores/locale.ts';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { formatBytes } from '../export/exportChoice.ts';
import { onPage } from '../page/page.ts';
import { useRegionText } from '../useRegionText.ts';

/** Begins a backup; while one is made, on whatever node, it says so. */
export function BackUpButton({ isRunning }: Pick<BackupFigures, 'isRunning'>) {
  const { mutateAsync } = useBackUpNow();
  const save = useSave(() => mutateAsync());
  return (
    <>
      <Trouble title={save.trouble} />
      <div>
        <Button
          size="sm"
          aria-disabled={isRunning}
          aria-busy={save.isBusy}
          onClick={() => !isRunning && void save.run(undefined)}
        >
          {isRunning ? 'A backup is being made' : 'Back up now'}
        </Button>
      </div>
    </>
  );
}

/** Why the last one failed; nothing where it did not. */
export function BackUpFailure({ lastFailure }: Pick<BackupFigures, 'lastFailure'>) {
  const text = useRegionText();
  if (!lastFailure) return null;
  return (
    <p className="anywhere" role="alert">
      The last one failed {text.age(lastFailure.at)}: {lastFailure.message}
    </p>
  );
}

/** The step of the first evening: the button, and what came of it. */
export function BackUpNow() {
  const { data } = useQuery(onPage(backupFiguresQuery));
  const text = useRegionText();
  if (!data) return null;
  const [newest] = data.copies;
  const lacks =
    newest && newest.missing > 0
      ? `, but the server lacks ${text.count(newest.missing, 'file')}`
      : '';
  return (
    <div className="stack gap12">
      <BackUpButton isRunning={data.isRunning} />
      {!data.isRunning && <BackUpFailure lastFailure={data.lastFailure} />}
      <p role="status">
        {newest &&
          !data.isRunning &&
          `The last good one was made ${momentText(newest.made)}: a database of ${formatBytes(newest.bytes)} and its files, verified${lacks}.`}
      </p>
    </div>
  );
}
