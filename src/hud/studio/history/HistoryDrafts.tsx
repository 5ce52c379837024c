import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Present } from '../../../data/contract/live.ts';
import { draftText, madeNow } from '../../../data/rules/jam/presence.ts';
import { room } from '../../../data/stores/room.ts';
import type { HistoryLayout } from '../../../drawing/history.ts';
import { placeDrafts } from '../../../drawing/historyDrafts.ts';
import { numberTitle } from '../../parts/controls/format.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import { initialOf } from '../../system/Avatar.tsx';
import styles from './History.module.css';
import { END_PX, edgePath, WIDE } from './historyPlaces.ts';

type Maker = Pick<Present, 'user' | 'displayName' | 'activity' | 'answers'>;

/** Who else makes something in this room; the same array until one of them begins another thing. */
function useMakers(): readonly Maker[] {
  const reader = useReader();
  const { here } = useSnapshot(room);
  const makers = madeNow(Object.values(here), reader);
  const key = JSON.stringify(
    makers.map(({ user, displayName, activity, answers }) => [
      user,
      displayName,
      activity,
      answers,
    ]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that is shown of them
  return useMemo(() => makers, [key]);
}

interface HistoryDraftsProps {
  layout: HistoryLayout;
  /** Turns a place of the layout into a point of the picture, in CSS pixels. */
  place(along: number, lane: number): readonly [number, number];
  /** Numbers of rifffs, from 1, as far as the tree knows them. */
  numbers: ReadonlyMap<string, number>;
}

/** What a maker does, in words. */
function wordsOf(maker: Maker, numbers: HistoryDraftsProps['numbers']): string {
  const number = maker.answers === null ? undefined : numbers.get(maker.answers);
  return draftText(maker, number === undefined ? '' : numberTitle(number));
}

const LABEL = 'Being made now';

interface WideDraftsProps extends HistoryDraftsProps {
  scroll: RefObject<HTMLElement | null>;
}

/**
 * Drafts of others in the wide history: dashed circles joined to the rifff that they answer. They are no nodes of the
 * layout: a draft that begins or ends changes neither the layout nor the list of visible stops.
 */
export const WideDrafts = memo(function WideDrafts(props: WideDraftsProps) {
  const { layout, place, numbers, scroll } = props;
  const makers = useMakers();
  const placed = useMemo(() => {
    const drafts = makers.map(({ user, answers }) => ({ id: user, parentId: answers }));
    return placeDrafts(layout, drafts, WIDE);
  }, [layout, makers]);
  const end = placed.reduce((most, { along }) => Math.max(most, along), 0);
  const morePx = Math.max(0, end - layout.lengthPx);
  const lastPx = useRef(0);
  useLayoutEffect(() => {
    const element = scroll.current;
    const grownPx = morePx - lastPx.current;
    lastPx.current = morePx;
    if (!element || grownPx <= 0) return;
    const leftPx = element.scrollWidth - element.clientWidth - element.scrollLeft;
    // A history that was scrolled to its end stays at its end.
    if (leftPx <= grownPx + 8) element.scrollLeft = element.scrollWidth;
  }, [morePx, scroll]);
  if (placed.length === 0) return null;
  const byUser = new Map(makers.map((maker) => [maker.user, maker]));
  return (
    <>
      <svg className={styles.lines} aria-hidden="true">
        {placed.map(
          ({ id, edge }) =>
            edge && (
              <path
                key={id}
                d={edgePath(edge, place)}
                className={styles.sideLine}
                strokeDasharray="1 5"
              />
            ),
        )}
      </svg>
      <ul aria-label={LABEL}>
        {placed.map(({ id, along, lane }) => {
          const maker = byUser.get(id);
          if (!maker) return null;
          const [left, top] = place(along, lane);
          const words = wordsOf(maker, numbers);
          return (
            <li
              key={id}
              className={styles.made}
              data-maker={id}
              style={{ left, top }}
              title={words}
            >
              <span className={styles.draft} aria-hidden="true">
                <span>{initialOf(maker.displayName)}</span>
              </span>
              <span className="visuallyHidden">{words}</span>
            </li>
          );
        })}
      </ul>
      {morePx > 0 && <span className={styles.madeEnd} style={{ left: end + 2 * END_PX }} />}
    </>
  );
});

/** Drafts of others above the upright history, in words; on a dotted line where they answer the newest below them. */
export const TallDrafts = memo(function TallDrafts({ layout, place, numbers }: HistoryDraftsProps) {
  const all = useMakers();
  const newest = layout.nodes.at(-1);
  const doesHang = ({ answers }: Maker) => answers !== null && answers === newest?.id;
  // What hangs on the newest stands next to it.
  const makers = [...all.filter((one) => !doesHang(one)), ...all.filter(doesHang)];
  if (makers.length === 0) return null;
  const [left] = place(0, 0);
  return (
    <ul className={styles.madeRows} aria-label={LABEL}>
      {makers.map((maker) => (
        <li key={maker.user} data-maker={maker.user} data-hangs={doesHang(maker) || undefined}>
          {doesHang(maker) && <span className={styles.madeLine} style={{ left }} />}
          <span className={styles.made} style={{ left, top: '50%' }} aria-hidden="true">
            <span className={styles.draft}>
              <span>{initialOf(maker.displayName)}</span>
            </span>
          </span>
          <span style={{ marginLeft: left + 46 }}>{wordsOf(maker, numbers)}</span>
        </li>
      ))}
    </ul>
  );
});
