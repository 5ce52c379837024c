import { type FormEvent, useState } from 'react';
import { type ReportReason, useReport } from '../../../data/queries/feed.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { TextArea } from '../../system/TextField.tsx';
import formStyles from './Comments.module.css';

export interface ReportDialogProps {
  shareId: string;
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Reasons of a report, in words. Their order is that of the choice. */
export const REASONS: readonly { value: ReportReason; title: string; text: string }[] = [
  {
    value: 'stolen',
    title: 'Stolen',
    text: 'It holds sounds of another person without their leave.',
  },
  { value: 'hateful', title: 'Hateful', text: 'It attacks people for who they are.' },
  { value: 'harmful', title: 'Harmful', text: 'It threatens, exposes or endangers a person.' },
  { value: 'spam', title: 'Spam', text: 'It advertises, or is there to be in the way.' },
  { value: 'other', title: 'Something else', text: 'Say what below.' },
];
const MAX_MESSAGE = 1000;

/** Tells the moderators about a shared rifff. */
export function ReportDialog({ shareId, title, isOpen, onOpenChange }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [message, setMessage] = useState('');
  const [hasTried, setTried] = useState(false);
  const report = useReport(shareId);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason || report.isPending) return;
    try {
      await report.mutateAsync({ reason, message: message.trim() });
    } catch {
      // What went wrong stands in the form.
      return;
    }
    notify('Thank you. The moderators look at it.');
    onOpenChange(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Report"
      description={`Only the moderators see who reports “${title || 'Untitled'}”.`}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <RadioRows<ReportReason>
          legend="What is wrong with it"
          rows={REASONS}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          label="Anything that helps (optional)"
          value={message}
          maxLength={MAX_MESSAGE}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {hasTried && !reason && (
          <p className={formStyles.failure} role="alert">
            Choose what is wrong with it.
          </p>
        )}
        {report.error && (
          <p className={formStyles.failure} role="alert">
            The report was not sent: {report.error.message}
          </p>
        )}
        <div className="flex wrap gap8 top24">
          <Button type="submit" variant="filled" icon="flag" aria-disabled={report.isPending}>
            {report.isPending ? 'Sending' : 'Send the report'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
