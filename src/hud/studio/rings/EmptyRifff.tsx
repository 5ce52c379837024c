import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoryOf } from '../../../data/contract/categories.ts';
import { libraryPacksQuery, packLoopsQuery } from '../../../data/queries/library.ts';
import { chooseLoops, seededChance } from '../../../data/rules/draft/loopChoice.ts';
import { runCommand } from '../../parts/commands/registry.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { useMedia } from '../../parts/useMedia.ts';
import { IconButton } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './Rings.module.css';

const STARTERS: readonly string[] = ['drums', 'bass', 'chords'];
/** Others every day, the same all day. */
const DAY_MS = 86_400_000;

/** Three loops of one pack to begin with. */
function useStarters() {
  const pack = useQuery(libraryPacksQuery).data?.[0];
  const { data } = useQuery({ ...packLoopsQuery(pack?.id ?? ''), enabled: pack !== undefined });
  return useMemo(() => {
    const day = Math.floor(Date.now() / DAY_MS);
    const chosen = chooseLoops(data ?? [], seededChance(day));
    return chosen.filter((loop) => STARTERS.includes(loop.category)).slice(0, STARTERS.length);
  }, [data]);
}

/** What lies on the dashed circle of an empty rifff: a way to the pool, and three loops to begin with. */
export function EmptyRifff() {
  const actions = useEditorActions();
  const starters = useStarters();
  const isNarrow = useMedia('(max-width: 991px)');
  const glyphPx = isNarrow ? 44 : 56;
  return (
    <div className={styles.empty}>
      <IconButton
        icon="plus"
        label="Choose a loop"
        size="xl"
        variant="filled"
        className={styles.plus}
        onClick={() => runCommand('editor.pool')}
      />
      <div className={styles.starters}>
        {starters.map((loop) => (
          <button
            key={loop._id}
            type="button"
            className={`hoverRaised pressRaised2 ${styles.starter}`}
            aria-label={`Begin with ${loop.name ?? 'this loop'}, ${categoryOf(loop.category).title}`}
            onClick={() => actions.add(loop)}
          >
            <LoopGlyph loop={loop} sizePx={glyphPx} />
            <span>{categoryOf(loop.category).short}</span>
          </button>
        ))}
      </div>
      <div className={styles.ringsWords}>
        <p className="t24">Put something in</p>
        <p className="muted">
          {isNarrow ? 'Try one of these, or choose another.' : 'Drop a loop, or try one of these.'}
        </p>
      </div>
    </div>
  );
}
