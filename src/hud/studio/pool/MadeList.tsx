import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { CATEGORIES } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { FAMILY_HOMES, type LoopOrder } from '../../../data/contract/making.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { isMadeFamily, likenessOf, wishText } from '../../../data/rules/draft/loopOrder.ts';
import { draft } from '../../../data/stores/draft.ts';
import { cancelMaking, type Making, madeLoops } from '../../../data/stores/madeLoops.ts';
import { pool } from '../../../data/stores/pool.ts';
import { uploads } from '../../../data/stores/uploads.ts';
import { formatCount } from '../../parts/controls/format.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import { LoopGrid } from './LoopGrid.tsx';
import { MakeOne } from './MakeOne.tsx';
import styles from './Pool.module.css';
import { useScrolledPastEnd } from './useScrolledPastEnd.ts';

/** What was made here, as far as the pool's filter lets it be seen; what was uploaded belongs to its room. */
function useMadeLoops(): Loop[] {
  const { loops } = useSnapshot(madeLoops);
  const { completed } = useSnapshot(uploads);
  const { categories, pack } = useSnapshot(pool);
  return useMemo(() => {
    const arrived = new Set(completed.map(({ loopId }) => loopId));
    return (loops as readonly Loop[]).filter((loop) => {
      const like = likenessOf(loop);
      const isKind = categories.length === 0 || categories.some((one) => one === loop.category);
      const isFamily = !isMadeFamily(pack) || like?.family === pack;
      return isKind && isFamily && !arrived.has(loop._id);
    });
  }, [loops, completed, categories, pack]);
}

/**
 * The endless page of the pool: loops that this device makes to fit the rifff. The reader gets one more by the button,
 * by the arrow key past the last row, or by scrolling on at the end.
 */
export function MadeList() {
  const loops = useMadeLoops();
  const { making } = useSnapshot(madeLoops);
  const actions = useEditorActions();
  const end = useRef<HTMLDivElement>(null);
  const makeAnother = useCallback(() => void actions.makeAnother(), [actions]);
  const isResting = making.every(({ hasFailed }) => hasFailed);
  const goOn = loops.length > 0 && isResting ? makeAnother : undefined;
  useScrolledPastEnd(end, goOn);
  const rows = loops.length + making.length;
  const seen = useRef(rows);
  // Scrolls a newly requested loop into view.
  useEffect(() => {
    if (rows > seen.current) end.current?.scrollIntoView({ block: 'nearest' });
    seen.current = rows;
  }, [rows]);
  return (
    <>
      <WishLine />
      {loops.length > 0 && (
        <LoopGrid label="Loops made here" loops={loops} total={loops.length} onPastEnd={goOn} />
      )}
      {making.length > 0 && (
        <ul aria-label="Being made">
          {making.map((one) => (
            <MakingRow key={one.id} making={one} />
          ))}
        </ul>
      )}
      {rows === 0 ? (
        <ListState isSmall title="Made as you ask" action={<MakeOne>Make one</MakeOne>}>
          This device makes a loop that fits your rifff, without a network too. What you do not use
          is not kept.
        </ListState>
      ) : (
        <div ref={end} className={styles.more}>
          <MakeOne />
        </div>
      )}
      <VisuallyHidden role="status">
        {loops.length > 0 && `${formatCount(loops.length, 'loop')} made here`}
      </VisuallyHidden>
    </>
  );
}

/** What the next one will be, in words. */
function WishLine() {
  const { categories, pack } = useSnapshot(pool);
  const rifff = useSnapshot(draft).rifff as Rifff;
  return (
    <p className={styles.wish}>{wishText(rifff, { categories: [...categories], family: pack })}</p>
  );
}

const orderText = ({ category, family }: LoopOrder) =>
  `${CATEGORIES[category].title}, ${FAMILY_HOMES[family].name}`;

/** A loop that is being made, or could not be. */
function MakingRow({ making }: { making: Making }) {
  const actions = useEditorActions();
  const { id, order, hasFailed } = making;
  const what = orderText(order);
  return (
    <li className={styles.making} aria-busy={!hasFailed}>
      {!hasFailed && <Skeleton shape="disc" width={34} />}
      <p className="stack fill" role={hasFailed ? 'alert' : 'status'}>
        <span className="t15 medium truncate">
          {hasFailed ? 'Could not be made' : 'Being made'}
        </span>
        <span className="t13 muted truncate">{what}</span>
      </p>
      {hasFailed && (
        <Button size="xs" onClick={() => actions.makeAgain(id, order)}>
          Try again
        </Button>
      )}
      <IconButton
        icon="close"
        size="xs"
        label={hasFailed ? `Dismiss ${what}` : `Stop making ${what}`}
        onClick={() => cancelMaking(id)}
      />
    </li>
  );
}
