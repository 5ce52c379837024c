import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { categoryOf } from '../../../data/contract/categories.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { mergeableSlots, mergedBars } from '../../../data/rules/draft/merge.ts';
import { openMerge, ui } from '../../../data/stores/ui.ts';
import { formatCount } from '../../parts/controls/format.ts';
import page from '../../parts/Page.module.css';
import { Button } from '../../system/Button.tsx';
import { Checkbox } from '../../system/Checkbox.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import styles from './Slots.module.css';

/** The rings to begin with: the one that was asked for and its neighbour outwards, or inwards of the last. */
function firstChoice(slots: readonly number[], asked: number): number[] {
  const at = slots.indexOf(asked);
  if (at < 0) return [];
  const neighbour = slots[at + 1] ?? slots[at - 1];
  return neighbour === undefined ? [asked] : [asked, neighbour];
}

/** Asks which rings become one, and makes them one. */
export function MergeDialog() {
  const { mergeSlot } = useSnapshot(ui);
  const { rifff } = useDraft();
  const actions = useEditorActions();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [step, setStep] = useState('');
  const running = useRef<AbortController | null>(null);
  const isBusy = step !== '';
  const slots = mergeableSlots(rifff);
  const isOpen = mergeSlot >= 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish chooses anew, not every change of the draft
  useEffect(() => setChosen(firstChoice(slots, mergeSlot)), [mergeSlot]);

  const picked = chosen.filter((slot) => slots.includes(slot));
  const canMerge = picked.length > 1;
  const merge = async () => {
    const abort = new AbortController();
    running.current = abort;
    setStep('Rendering');
    const isDone = await actions.merge(picked, { signal: abort.signal, step: setStep });
    setStep('');
    running.current = null;
    if (isDone) openMerge(-1);
  };
  // While it works, Cancel stops the work and leaves the choice; after that it closes.
  const cancel = () => (running.current ? running.current.abort() : openMerge(-1));
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && cancel()}
      title="Merge rings"
      description="They are bounced into one loop that sounds as they do now, effects and all. Undo brings them back."
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button
            variant={isBusy ? 'outlined' : 'filled'}
            disabled={!canMerge || isBusy}
            onClick={() => void merge()}
          >
            {isBusy ? 'Merging' : canMerge ? `Merge ${picked.length} rings` : 'Choose two'}
          </Button>
        </>
      }
    >
      <ul className="lineAbove">
        {slots.map((slot) => {
          const loop = loopInSlot(rifff, slot);
          const category = categoryOf(playingSlot(rifff, slot)?.category ?? loop?.category);
          return (
            <li key={slot} className={styles.slotPanelRow}>
              <Checkbox
                isChecked={picked.includes(slot)}
                disabled={isBusy}
                onCheckedChange={(isChecked) =>
                  setChosen(isChecked ? [...picked, slot] : picked.filter((at) => at !== slot))
                }
              >
                <span className={styles.words}>
                  <span className={page.dot} style={{ background: category.ink }} />
                  <span className={styles.mergeName}>{loop?.name ?? category.title}</span>
                  <span className="muted">{category.title}</span>
                </span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      <p className={styles.length} role="status">
        {canMerge
          ? `${isBusy ? `${step} one` : 'One'} loop of ${formatCount(mergedBars(rifff, picked), 'bar')}`
          : 'Muted rings cannot be merged: they would be silent.'}
      </p>
    </Dialog>
  );
}
