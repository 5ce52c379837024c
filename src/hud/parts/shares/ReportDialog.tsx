import { type ReportReason, useReport } from '../../../data/queries/feed.ts';
import { notify } from '../../../data/stores/ui.ts';
import { FormRadioRows } from '../../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextArea } from '../../kit/fields.tsx';
import { troubleOf } from '../../kit/useSave.ts';
import { Dialog } from '../../system/Dialog.tsx';

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

interface ReportValues {
  reason: ReportReason | null;
  message: string;
}

/** Tells the moderators about a shared rifff. */
export function ReportDialog({ shareId, title, isOpen, onOpenChange }: ReportDialogProps) {
  const report = useReport(shareId);
  const form = useEntityForm<ReportValues>({
    mode: 'onSubmit',
    start: { reason: null, message: '' },
    send: async ({ reason, message }) => {
      if (!reason) return;
      await report.mutateAsync({ reason, message: message.trim() });
      notify('Thank you. The moderators look at it.');
      onOpenChange(false);
    },
    trouble: (failure) => ({ title: `The report was not sent: ${troubleOf(failure)}` }),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Report"
      description={`Only the moderators see who reports “${title || 'Untitled'}”.`}
    >
      <EntityForm form={form} action="Send the report" icon="flag">
        <FormRadioRows<ReportValues>
          name="reason"
          legend="What is wrong with it"
          rows={REASONS}
          required="Choose what is wrong with it."
        />
        <FormTextArea<ReportValues>
          name="message"
          label="Anything that helps (optional)"
          maxLength={MAX_MESSAGE}
        />
      </EntityForm>
    </Dialog>
  );
}
