import { type FormEvent, useState } from 'react';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { useChooseWinner } from '../../data/queries/chart.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { notify } from '../../data/stores/ui.ts';
import { useSave } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Select } from '../system/Select.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextArea } from '../system/TextField.tsx';

interface ChooseWinnerProps {
  /** When the week began, in milliseconds since the epoch; it is over. */
  start: number;
  /** The chart of the week, from its top. */
  shares: readonly SharedRifff[];
  /** Who won so far. */
  winner: SharedRifff | null;
}

/** Stands for nobody: no id of a share is empty. */
const NOBODY = '';

/** For moderators: another rifff of the week, or none, with a reason that everyone reads. */
export function ChooseWinner({ start, shares, winner }: ChooseWinnerProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosenId, setChosen] = useState(winner?._id ?? shares[0]?._id ?? NOBODY);
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const choosing = useChooseWinner(start);
  const save = useSave(async (body: { shareId: string | null; reason: string }) => {
    await choosing.mutateAsync(body);
    notify('Decided.');
    setReason('');
    setTried(false);
    setOpen(false);
  });
  const isListed = !winner || shares.some(({ _id }) => _id === winner._id);
  const listed = isListed ? shares : [winner, ...shares];
  const options = listed.map(({ _id, chart, title, displayName }) => ({
    value: _id,
    title: `${chart ? `${chart.place}. ` : ''}${title || 'Untitled'}, ${personText(displayName)}`,
  }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '') return;
    void save.run({ shareId: chosenId === NOBODY ? null : chosenId, reason: reason.trim() });
  };
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
        <form onSubmit={submit} noValidate className="grid gap16 columns1">
          <Trouble title={save.trouble} />
          <Select
            label="It shall be"
            value={chosenId}
            options={[...options, { value: NOBODY, title: 'None in this week' }]}
            onValueChange={setChosen}
          />
          <TextArea
            label="Your reason, which everyone reads"
            value={reason}
            maxLength={500}
            error={hasTried && reason.trim() === '' ? 'Required' : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div>
            <SubmitButton isBusy={save.isBusy}>Decide</SubmitButton>
          </div>
        </form>
      </Dialog>
    </>
  );
}
