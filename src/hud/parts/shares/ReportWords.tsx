import { type FormEvent, useState } from 'react';
import { notify } from '../../../data/stores/ui.ts';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { TextArea } from '../../system/TextField.tsx';
import { LaterDialog } from '../page/LaterDialog.tsx';
import { useSave } from '../useSave.ts';
import styles from './Comments.module.css';

interface ReportWordsProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Rejects with the ApiError of the call. */
  onReport(reason: string): Promise<unknown>;
}

/** Tells the moderators about something that was said or played, in the reporter's own words. */
export function ReportWords({ isOpen, onOpenChange, onReport }: ReportWordsProps) {
  const [reason, setReason] = useState('');
  const save = useSave(async (text: string) => {
    await onReport(text);
    notify('Thank you. The moderators look at it.');
    onOpenChange(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run(reason.trim());
  };
  return (
    <LaterDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Report"
      description="Only the moderators see who reports it."
    >
      <form onSubmit={submit} noValidate className={styles.form}>
        <Trouble title={save.trouble} />
        <TextArea
          label="What is wrong with it"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <SubmitButton isBusy={save.isBusy}>Send the report</SubmitButton>
        </div>
      </form>
    </LaterDialog>
  );
}
