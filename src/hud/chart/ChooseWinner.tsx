import { useState } from 'react';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { useChooseWinner } from '../../data/queries/chart.ts';
import { requiredText } from '../../data/rules/account/validation.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { notify } from '../../data/stores/ui.ts';
import { FormSelect } from '../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea } from '../kit/fields.tsx';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';

interface ChooseWinnerProps {
  /** When the week began, in milliseconds since the epoch; it is over. */
  start: number;
  /** The chart of the week, from its top. */
  shares: readonly SharedRifff[];
  /** Who won so far. */
  winner: SharedRifff | null;
}

interface WinnerValues {
  shareId: string;
  reason: string;
}

/** Stands for no share: no id of a share is empty. */
const NOBODY = '';

/** For moderators: another rifff of the week, or none, with a reason that everyone reads. */
export function ChooseWinner({ start, shares, winner }: ChooseWinnerProps) {
  const [isOpen, setOpen] = useState(false);
  const choosing = useChooseWinner(start);
  const form = useEntityForm<WinnerValues>({
    mode: 'onSubmit',
    start: { shareId: winner?._id ?? shares[0]?._id ?? NOBODY, reason: '' },
    send: async ({ shareId, reason }) => {
      await choosing.mutateAsync({ shareId: shareId || null, reason: reason.trim() });
      notify('Decided.');
      form.reset({ shareId, reason: '' });
      setOpen(false);
    },
  });
  const isListed = !winner || shares.some(({ _id }) => _id === winner._id);
  const listed = isListed ? shares : [winner, ...shares];
  const options = listed.map(({ _id, chart, title, displayName }) => ({
    value: _id,
    title: `${chart ? `${chart.place}. ` : ''}${title || 'Untitled'}, ${personText(displayName)}`,
  }));
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {winner ? 'Choose another' : 'Choose the rifff of this week'}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Rifff of the week"
        description="Your choice stands in place of the rule’s, with your reason beside it, and in the trail."
      >
        <EntityForm form={form} action="Decide">
          <FormSelect<WinnerValues>
            name="shareId"
            label="It shall be"
            options={[...options, { value: NOBODY, title: 'None in this week' }]}
          />
          <FormTextArea<WinnerValues>
            name="reason"
            label="Your reason, which everyone reads"
            maxLength={500}
            rule={requiredText}
          />
        </EntityForm>
      </Dialog>
    </>
  );
}
