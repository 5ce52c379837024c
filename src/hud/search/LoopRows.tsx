import { type KeyboardEvent, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import type { Loop } from '../../data/contract/loop.ts';
import { keyName } from '../../data/contract/scales.ts';
import { alikePath, searchPath } from '../../data/rules/search/address.ts';
import { notify } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { formatBars, formatBpm } from '../parts/controls/format.ts';
import { LoopGlyph } from '../parts/LoopGlyph.tsx';
import { useNames } from '../parts/people/useNames.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Search.module.css';

/** State of the history where the list that a loop stood in is one step back. */
export const FROM_A_LIST = { isFromList: true };

/**
 * Loops that sound at a tap, one at a time, and once more a tap ends it; with the ways to the rifffs that hold one and to
 * what sounds like it, which F leads to as well.
 */
export function LoopRows({ loops }: { loops: readonly Loop[] }) {
  const engine = useEngine();
  const { auditionLoopId } = useSnapshot(transport);
  useEffect(() => () => engine.stopAudition(), [engine]);
  const hear = async (loop: Loop) => {
    if (transport.auditionLoopId === loop._id) {
      engine.stopAudition();
      return;
    }
    try {
      await engine.audition(loop);
    } catch (cause) {
      if (transport.auditionLoopId !== loop._id) return;
      console.warn('The loop could not be played', cause);
      notify(`${loop.name ?? 'The loop'} could not be loaded`);
    }
  };
  return (
    <ul>
      {loops.map((loop) => (
        <li key={loop._id} className={styles.loop}>
          <LoopRow
            loop={loop}
            isHeard={auditionLoopId === loop._id}
            onHear={() => void hear(loop)}
          />
          <div className={`${styles.ways} t13`}>
            <Link to={alikePath(loop._id)} state={FROM_A_LIST} className={styles.way}>
              Sounds like this
              <VisuallyHidden>, {loop.name}</VisuallyHidden>
            </Link>
            <Link to={searchPath({ kind: 'rifffs', loopId: loop._id })} className={styles.way}>
              Rifffs with it
              <VisuallyHidden>, {loop.name}</VisuallyHidden>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface LoopRowProps {
  loop: Loop;
  isHeard: boolean;
  onHear(): void;
}

function LoopRow({ loop, isHeard, onHear }: LoopRowProps) {
  const nameOf = useNames();
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key.toLowerCase() !== 'f') return;
    event.preventDefault();
    void navigate(alikePath(loop._id), { state: FROM_A_LIST });
  };
  const { name = 'Untitled', category, creatorUserName, bps, root, scale } = loop;
  const facts = [
    root !== undefined && scale !== undefined && keyName(root, scale),
    formatBars(loop.length16ths, loop.barLength),
    `${formatBpm(bps)} bpm`,
  ];
  return (
    <button
      type="button"
      className={`focusInside ${styles.row}`}
      data-result
      aria-pressed={isHeard}
      aria-keyshortcuts="F"
      onClick={onHear}
      onKeyDown={onKeyDown}
    >
      <VisuallyHidden>Hear</VisuallyHidden>
      <LoopGlyph loop={loop} sizePx={40} />
      <span className="stack fill">
        <span
          className={`medium hoverUnderline ${isHeard ? 'underline' : ''} thickLine truncate`}
          title={name}
        >
          {name}
        </span>
        <span className="t13 muted truncate">
          {[categoryOf(category).title, nameOf(creatorUserName)].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className={`num rigid ${styles.facts} t13 muted`}>
        {facts.filter(Boolean).join(', ')}
      </span>
    </button>
  );
}
