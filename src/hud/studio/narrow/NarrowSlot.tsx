import { useSnapshot } from 'valtio';
import { mixer } from '../../../audio/state/mixer.ts';
import { transport } from '../../../audio/state/transport.ts';
import { categoryOf } from '../../../data/contract/categories.ts';
import { loopInSlot, playingSlot } from '../../../data/rules/draft/draft.ts';
import { openPanel, ui } from '../../../data/stores/ui.ts';
import { formatBars } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { useDraft, useEditorActions } from '../EditorContext.tsx';
import { SlotSliders } from '../slots/SlotSliders.tsx';
import styles from './Narrow.module.css';

/** The selected slot under the rings, or what to do when none is. */
export function NarrowSlot() {
  const { selectedSlot: slot } = useSnapshot(ui);
  const { solo } = useSnapshot(mixer);
  const { failedSlots } = useSnapshot(transport);
  const { rifff, count } = useDraft();
  const actions = useEditorActions();
  const nameOf = useNames();
  const current = playingSlot(rifff, slot);
  const loop = loopInSlot(rifff, slot);
  // The empty rings say themselves how to begin; this is one way more.
  if (count === 0) {
    return (
      <div className={styles.begin}>
        <Button icon="dice" onClick={() => void actions.surprise()}>
          Surprise me
        </Button>
      </div>
    );
  }
  if (!current || !loop) {
    return (
      <p className={styles.hint}>
        Tap a ring to mute it, drag it out or in to make it louder or quieter.
      </p>
    );
  }
  const name = loop.name ?? categoryOf(loop.category).title;
  return (
    <section className={styles.slot} aria-label={`Slot ${slot + 1}`}>
      <div className={styles.head}>
        <div className="fill">
          <h2 className="t24 truncate">{name}</h2>
          {failedSlots.includes(slot) ? (
            <button type="button" className={styles.retry} onClick={actions.retry}>
              Could not be loaded. Try again
            </button>
          ) : (
            <p className="muted truncate">
              {[nameOf(loop.creatorUserName, rifff), formatBars(loop.length16ths, loop.barLength)]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
        </div>
        <button
          type="button"
          className={`pressRaised2 fillOn reach ${styles.disc}`}
          aria-pressed={!current.on}
          aria-label={`Mute ${name}`}
          onClick={() => actions.mute(slot)}
        >
          M
        </button>
        <button
          type="button"
          className={`pressRaised2 fillOn reach ${styles.disc}`}
          aria-pressed={solo === slot}
          aria-label={`Solo ${name}`}
          onClick={() => actions.solo(slot)}
        >
          S
        </button>
        <IconButton
          icon="bin"
          size="sm"
          variant="outlined"
          label={`Take out ${name}`}
          onClick={() => actions.remove(slot)}
        />
      </div>
      <SlotSliders slot={slot} rifff={rifff} current={current} />
      <div className={styles.slotButtons}>
        <Button size="sm" icon="next" onClick={() => void actions.swap(slot, 'next')}>
          Next
        </Button>
        <Button size="sm" icon="dice" onClick={() => void actions.swap(slot, 'random')}>
          Random
        </Button>
        <Button size="sm" icon="more" aria-haspopup="dialog" onClick={() => openPanel('slot')}>
          More
        </Button>
      </div>
    </section>
  );
}
