import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { type MapStep, nearTo, stepOn } from '../../../../data/rules/jam/map/mapNear.ts';
import { draftText } from '../../../../data/rules/jam/presence.ts';
import { MAP_MARKS } from '../../../../data/stores/historyMap.ts';
import { session } from '../../../../data/stores/session.ts';
import { formatCount, numberTitle } from '../../../parts/controls/format.ts';
import { LaterPeaks } from '../../../parts/rings/LaterPeaks.tsx';
import { initialOf } from '../../../system/Avatar.tsx';
import styles from '../History.module.css';
import type { HistoryProps } from './historyProps.ts';
import type { MapControls } from './useMap.ts';
import { DRAFT_ID } from './useMapNodes.ts';
import type { MapFacts } from './useMapPicture.ts';

interface MapStopsProps extends HistoryProps {
  /** What `useOnMap` moves. */
  layer: RefObject<HTMLDivElement | null>;
  facts: MapFacts;
  controls: MapControls;
  /** The rifff that keys go on from. */
  focusId: string;
  onFocusChange(id: string): void;
}

const STEPS: Readonly<Record<string, readonly [MapStep, MapStep]>> = {
  ArrowLeft: ['parent', 'before'],
  ArrowRight: ['child', 'after'],
  ArrowUp: ['siblingBefore', 'before'],
  ArrowDown: ['siblingAfter', 'after'],
  PageUp: ['before', 'before'],
  PageDown: ['after', 'after'],
  Home: ['first', 'first'],
  End: ['last', 'last'],
};

/**
 * Buttons on the discs round the one that has the focus: keyboard and screen reader walk the tree that the eye sees. One of
 * them takes the Tab key; arrows go to what a rifff was made from, to what came of it and to the other answers.
 */
export function MapStops(props: MapStopsProps) {
  const { layer, facts, controls, focusId, onFocusChange, onChoose, shownId, fresh } = props;
  const { picture, nameAt } = facts;
  const { layout, marks } = picture;
  const list = useRef<HTMLOListElement>(null);
  const wantsFocus = useRef(false);
  const newest = layout.nodes.length - 1;
  const focus = layout.placeOf.get(focusId) ?? layout.placeOf.get(shownId) ?? newest;
  const near = nearTo(layout, focus);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const button = list.current?.querySelector<HTMLElement>('button[tabindex="0"]');
    button?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') controls.nearer();
    else if (event.key === '-') controls.further();
    else if (event.key === '0') controls.whole();
    else {
      const steps = STEPS[event.key];
      if (!steps) return;
      const isOnWay = (place: number) => (marks[place]! & MAP_MARKS.way) !== 0;
      const [first, second] = steps.map((step) => stepOn(layout, focus, step, isOnWay));
      const next = first === focus ? second! : first!;
      wantsFocus.current = true;
      controls.goTo(next, false);
      onFocusChange(layout.nodes[next]!.id);
    }
    event.preventDefault();
  };

  return (
    <div ref={layer} className={`cover ${styles.stops}`}>
      <ol ref={list} onKeyDown={onKeyDown}>
        {near.toReversed().map((place) => {
          const { id } = layout.nodes[place]!;
          const name = nameAt(place);
          const rifff = place === focus ? facts.byId.get(id)?.rifff : undefined;
          return (
            <li
              key={id}
              data-id={id}
              aria-posinset={newest + 1 - place}
              aria-setsize={newest + 1}
              className={styles.onMap}
            >
              <button
                type="button"
                className={styles.stop}
                tabIndex={place === focus ? 0 : -1}
                data-fresh={fresh.has(id) || undefined}
                aria-label={name}
                aria-current={id === shownId || undefined}
                title={name}
                onClick={() => {
                  onFocusChange(id);
                  onChoose(id);
                }}
                onFocus={() => {
                  if (place !== focus) onFocusChange(id);
                  controls.goTo(place, false);
                }}
              />
              {rifff && (
                <span className={styles.peaks}>
                  <LaterPeaks rifff={rifff} isHeard={id === shownId} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <OwnDraft {...props} />
      <MadeByOthers {...props} />
    </div>
  );
}

/** The draft that was not sent: a dashed circle with its maker's initial. */
function OwnDraft({ draft, facts, onDraft }: MapStopsProps) {
  const { user } = useSnapshot(session);
  if (!draft) return null;
  const parent = draft.parent && facts.byId.get(draft.parent.rifffId);
  const details = [
    formatCount(draft.loops, 'loop'),
    parent && `from ${parent.title}`,
    'not committed',
  ];
  const name = `Your draft, ${details.filter(Boolean).join(', ')}`;
  const disc = (
    <span className={`hoverEdge ${styles.draft}`} aria-hidden="true">
      {initialOf(user?.profile.displayName || user?.user_id || 'You')}
    </span>
  );
  return (
    <div className={styles.onMap} data-id={DRAFT_ID}>
      {onDraft ? (
        <button
          type="button"
          className={styles.stop}
          aria-label={name}
          title={name}
          onClick={onDraft}
        >
          {disc}
        </button>
      ) : (
        <Link to="/jam" className={styles.stop} aria-label={name} title={name}>
          {disc}
        </Link>
      )}
    </div>
  );
}

/** What others make: no stops, for nothing of it can be heard yet. */
function MadeByOthers({ facts, view }: MapStopsProps) {
  const { makers } = facts;
  if (makers.length === 0) return null;
  return (
    <ul aria-label="Being made now">
      {makers.map((maker) => {
        const number = maker.answers === null ? undefined : view.numbers.get(maker.answers);
        const words = draftText(maker, number === undefined ? '' : numberTitle(number));
        return (
          <li key={maker.user} className={styles.onMap} data-maker={maker.user} title={words}>
            <span className={styles.stop}>
              <span className={styles.draft} aria-hidden="true">
                {initialOf(maker.displayName)}
              </span>
              <span className="visuallyHidden">{words}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
