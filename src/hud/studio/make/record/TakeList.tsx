import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { recording, type TakeInfo } from '../../../../audio/state/recording.ts';
import type { Recorder } from '../../../../audio/studio/record/Recorder.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../../data/contract/constants.ts';
import { usedSlots } from '../../../../data/rules/draft/draft.ts';
import { LOCAL_USER } from '../../../../data/rules/sharing/accountText.ts';
import { session } from '../../../../data/stores/session.ts';
import { notify } from '../../../../data/stores/ui.ts';
import { Button } from '../../../system/Button.tsx';
import { currentRifff, refuseNinth } from '../../actions/draftActions.ts';
import { useEditorActions } from '../../EditorContext.tsx';
import styles from './Record.module.css';
import { TakeRow } from './TakeRow.tsx';

/** The takes of this device: compared in the mix, trimmed, added to the rifff or let go. */
export function TakeList({ recorder }: { recorder: Recorder }) {
  const { takes, selectedTake, previewId, numTakes } = useSnapshot(recording);
  const actions = useEditorActions();
  const [gone, setGone] = useState<string | null>(null);
  const [isClearing, setClearing] = useState(false);

  const add = async (take: TakeInfo) => {
    if (usedSlots(currentRifff()) >= MAX_LOOPS_PER_RIFFF) return refuseNinth();
    recorder.stopPreview();
    try {
      const loop = await recorder.makeLoop(take.id, session.user?.user_id ?? LOCAL_USER);
      if (actions.add(loop)) recorder.removeTake(take.id);
    } catch (cause) {
      console.error('A take could not be added', cause);
      notify(`${take.name} could not be added: its sound could not be read`);
    }
  };
  const remove = (take: TakeInfo) => {
    recorder.removeTake(take.id);
    setGone(take.name);
  };

  return (
    <section className="stack" aria-label="Takes">
      <div className={`tapButtons ${styles.titles}`}>
        <h3 className="t18 bold">
          Takes <span className="medium">{numTakes}</span>
        </h3>
        {numTakes > 0 &&
          (isClearing ? (
            <span className="flex gap8">
              <Button
                size="xs"
                variant="filled"
                onClick={() => {
                  recorder.clear();
                  setGone(null);
                  setClearing(false);
                }}
              >
                {numTakes === 1 ? 'Delete it' : `Delete all ${numTakes}`}
              </Button>
              <Button size="xs" onClick={() => setClearing(false)}>
                Keep
              </Button>
            </span>
          ) : (
            <Button size="xs" onClick={() => setClearing(true)}>
              Clear
            </Button>
          ))}
      </div>
      {numTakes === 0 ? (
        <p className={styles.none}>
          Every pass becomes a take here, in time with the music. Takes stay on this device until
          they are added or deleted.
        </p>
      ) : (
        <ol className={`lineBelow ${styles.list}`} aria-label="Takes, newest first">
          {takes
            .map((take, index) => (
              <TakeRow
                key={take.id}
                recorder={recorder}
                take={take as TakeInfo}
                index={index}
                isSelected={index === selectedTake}
                isHeard={take.id === previewId}
                onAdd={(one) => void add(one)}
                onDelete={remove}
              />
            ))
            .reverse()}
        </ol>
      )}
      {gone && (
        <p className={`tapButtons ${styles.gone}`} role="status">
          <span className="truncate">{gone} is deleted</span>
          <Button
            size="xs"
            onClick={() => {
              recorder.restoreTake();
              setGone(null);
            }}
          >
            Put it back
          </Button>
        </p>
      )}
    </section>
  );
}
