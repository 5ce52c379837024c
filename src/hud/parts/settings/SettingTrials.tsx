/** Buttons that try out what is stored: a mail to oneself, a backup. */
import { useState } from 'react';
import type { TestMail as SentMail, SetupBackup } from '../../../data/contract/setup.ts';
import { makeSetupBackup, sendTestMail } from '../../../data/queries/setup.ts';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useRegionText } from '../useRegionText.ts';

function mailWords({ to, way, refusal }: SentMail): string {
  if (refusal) return `The mail did not go: ${refusal}`;
  if (way === 'folder') {
    return 'No relay is set: the mail is a file in the folder outbox of the data of the server.';
  }
  return `The relay took the mail to ${to}. Look whether it arrives.`;
}

interface TrialProps<Answer> {
  action: string;
  run(): Promise<Answer>;
  wordsOf(answer: Answer): string;
}

function Trial<Answer>({ action, run, wordsOf }: TrialProps<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const save = useSave(async () => {
    setAnswer(null);
    setAnswer(await run());
  });
  return (
    <div className="stack gap12">
      <Trouble title={save.trouble} />
      <div>
        <Button size="sm" aria-busy={save.isBusy} onClick={() => void save.run(undefined)}>
          {action}
        </Button>
      </div>
      <p role="status" className="anywhere">
        {answer && wordsOf(answer)}
      </p>
    </div>
  );
}

/** Sends a mail to the administrator, by what is saved. */
export function TestMail() {
  return <Trial action="Send me a test mail" run={sendTestMail} wordsOf={mailWords} />;
}

/** Makes a backup into the folder that is saved. */
export function BackupNow() {
  const text = useRegionText();
  const wordsOf = ({ folder, rows, files, bytes, missing }: SetupBackup) => {
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
    const made = `${text.count(rows, 'row')} and ${text.count(files, 'file')} (${size}) are in ${folder}, verified.`;
    if (missing === 0) return made;
    return `${made} The server itself lacks ${text.count(missing, 'file')}.`;
  };
  return <Trial action="Make a backup now" run={makeSetupBackup} wordsOf={wordsOf} />;
}
