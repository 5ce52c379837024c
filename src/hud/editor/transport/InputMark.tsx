import { useSnapshot } from 'valtio';
import { recording } from '../../../audio/state/recording.ts';
import { openMaker, openPanel, ui } from '../../../data/stores/ui.ts';
import { Icon } from '../../system/Icon.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import styles from './InputMark.module.css';

const NAME = 'Input open';

/**
 * Says that an input is open while its panel is out of sight, and leads there. In a narrow window the panel is a
 * sheet, and the strip over the buttons says itself what is recorded.
 */
export function InputMark({ isNarrow = false }: { isNarrow?: boolean }) {
  const { input, phase, source } = useSnapshot(recording);
  const { maker, panel } = useSnapshot(ui);
  const isSeen = maker === 'record' && (!isNarrow || panel === 'pool');
  const isSaid = isNarrow && phase !== 'off' && source === 'input';
  const isMarked = input === 'open' && !isSeen && !isSaid;
  return (
    <>
      {isMarked && (
        <button
          type="button"
          data-input-mark=""
          className={`${styles.mark} ${isNarrow ? styles.strip : ''}`}
          title="This page listens to the input. Show it"
          onClick={() => {
            openMaker('record');
            if (isNarrow) openPanel('pool');
          }}
        >
          <Icon name="microphone" size={18} />
          <span className={styles.words}>{NAME}</span>
          {isNarrow && <Icon name="chevronUp" size={18} />}
        </button>
      )}
      <VisuallyHidden role="status">{isMarked ? NAME : ''}</VisuallyHidden>
    </>
  );
}
