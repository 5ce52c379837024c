import { notify } from '../../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextArea } from '../../kit/fields.tsx';
import { Dialog } from '../../system/Dialog.tsx';

export interface ReportWordsProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Rejects with the ApiError of the call. */
  onReport(reason: string): Promise<unknown>;
}

/** Tells the moderators about something that was said or played, in the reporter's own words. */
export function ReportWords({ isOpen, onOpenChange, onReport }: ReportWordsProps) {
  const form = useEntityForm<{ reason: string }>({
    start: { reason: '' },
    send: async ({ reason }) => {
      await onReport(reason.trim());
      notify('Thank you. The moderators look at it.');
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Report"
      description="Only the moderators see who reports it."
    >
      <EntityForm form={form} action="Send the report">
        <FormTextArea<{ reason: string }>
          name="reason"
          label="What is wrong with it"
          maxLength={500}
        />
      </EntityForm>
    </Dialog>
  );
}
