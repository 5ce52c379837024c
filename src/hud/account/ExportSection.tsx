import { useState } from 'react';
import { exportAccount } from '../../data/queries/account.ts';
import type { Received } from '../../data/receiveFile.ts';
import { useSave } from '../kit/useSave.ts';
import { formatBytes } from '../parts/export/exportChoice.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { saveFile } from '../parts/media/saveFile.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Progress } from '../system/Progress.tsx';

/** Shortest time between two updates of the progress. */
const TOLD_EVERY_MS = 200;

function everySoOften(tell: (received: Received) => void): (received: Received) => void {
  let toldMs = 0;
  return (received) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < TOLD_EVERY_MS) return;
    toldMs = nowMs;
    tell(received);
  };
}

const entriesText = (count: number) =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;

/** Everything that the account owns, as one file. */
export function ExportSection({ userId }: { userId: string }) {
  const [received, setReceived] = useState<Received | null>(null);
  const { isBusy, trouble, run } = useSave(async () => {
    try {
      saveFile(`rondo-${userId}.json`, await exportAccount(everySoOften(setReceived)));
    } finally {
      setReceived(null);
    }
  });
  return (
    <FormSection
      title="Take it with you"
      text="Everything that your account owns, as one file: profile, settings, rifffs, loops and what you shared. Much of it takes a while: stay on this page until it is saved."
      trouble={trouble}
    >
      {received && (
        <Progress
          label={`${entriesText(received.lines)}, ${formatBytes(received.bytes)} so far`}
          value={null}
        />
      )}
      <div className="row wrap gap12">
        <Button aria-busy={isBusy} onClick={() => void run(undefined)}>
          {isBusy && <Spinner size={18} />}
          Download my data
        </Button>
      </div>
    </FormSection>
  );
}
