/** A button that tries out the mail that is stored, with a mail to oneself. */
import { useState } from 'react';
import type { TestMail as SentMail } from '../../../data/contract/setup.ts';
import { sendTestMail } from '../../../data/queries/setup.ts';
import { useSave } from '../../kit/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';

function mailWords({ to, way, refusal }: SentMail): string {
  if (refusal) return `The mail did not go: ${refusal}`;
  if (way === 'folder') {
    return 'No relay is set: the mail is a file in the folder outbox of the data of the server.';
  }
  return `The relay took the mail to ${to}. Look whether it arrives.`;
}

/** Sends a mail to the administrator, by what is saved. */
export function TestMail() {
  const [answer, setAnswer] = useState<SentMail | null>(null);
  const save = useSave(async () => {
    setAnswer(null);
    setAnswer(await sendTestMail());
  });
  return (
    <div className="stack gap12">
      <Trouble title={save.trouble} />
      <div>
        <Button size="sm" aria-busy={save.isBusy} onClick={() => void save.run(undefined)}>
          Send me a test mail
        </Button>
      </div>
      <p role="status" className="anywhere">
        {answer && mailWords(answer)}
      </p>
    </div>
  );
}
