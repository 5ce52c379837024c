import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { categoryOf } from '../../../data/contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../../data/contract/constants.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { Take } from '../../../data/rules/arcade/wanted.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { Button } from '../../system/Button.tsx';
import { Icon } from '../../system/Icon.tsx';
import { lineOf, titleOf } from '../arcadeText.ts';
import { FrontCaption, FrontPlace } from '../fieldParts.tsx';
import { BeatLane, CountIn } from './BeatLane.tsx';
import styles from './Play.module.css';
import { nounOf } from './playText.ts';
import type { Play } from './usePlay.ts';

interface PlayFrontProps {
  play: Play;
  share: SharedRifff | undefined;
  takes: readonly Take[];
  /** Place of the chosen loop among them, −1 for none. */
  chosen: number;
  hint: string;
  /** What the large button does; null where nothing can be done. */
  action: string | null;
  isScript: boolean;
  onAct(): void;
  onPick(at: number): void;
}

/** The one in front: who it is, its loops to take, and what to do next. */
export function PlayFront(props: PlayFrontProps) {
  const { play, share, takes, chosen, hint, action, isScript, onAct, onPick } = props;
  const { own, state, phase } = play;
  const isCounting = phase === 'waiting' || phase === 'count';
  const isMission = state.mode === 'mission';
  const picked = takes[chosen]?.pick.loop.id;
  const selected =
    picked === undefined
      ? -1
      : (share?.rifff.state.playback.findIndex(
          ({ slot }) => slot.current?.currentLoop === picked,
        ) ?? -1);
  return (
    <>
      <FrontPlace
        own={own}
        rifff={share?.rifff}
        focused={isCounting || isScript || state.hand ? -1 : selected}
      >
        {isCounting && isMission ? (
          <CountIn play={play} />
        ) : (
          <Icon name={state.hand ? 'check' : 'plus'} />
        )}
      </FrontPlace>
      <FrontCaption isAway={false}>
        <h2 className={`${own.isFocusOpen ? '' : 'invisible'} ${styles.name}`}>
          {share ? titleOf(share) : ''}
        </h2>
        <p className={`phoneAway ${own.isFocusOpen ? '' : 'invisible'} ${styles.line}`}>
          {share && (own.trouble || lineOf(share))}
        </p>
        <p className={styles.hint}>{hint}</p>
        {(isCounting && isMission) || state.hand ? (
          <div className={styles.row}>{isMission && <BeatLane play={play} />}</div>
        ) : (
          <Loops takes={takes} chosen={chosen} share={share} isStill={isScript} onPick={onPick} />
        )}
        {!isScript && (
          <Act label={action} otherwise={isCounting ? 'Get ready' : 'Fly on'} onAct={onAct} />
        )}
      </FrontCaption>
    </>
  );
}

interface LoopsProps {
  takes: readonly Take[];
  chosen: number;
  share: SharedRifff | undefined;
  /** Only shown. */
  isStill: boolean;
  onPick(at: number): void;
}

/** The loops of the one in front, each as its ring with its number. */
function Loops({ takes, chosen, share, isStill, onPick }: LoopsProps) {
  return (
    <ul className={styles.row} aria-label="Loops to take">
      {takes.map(({ pick, prospect, isAskedFor }, at) => {
        const { id, category } = pick.loop;
        const loop = share?.rifff.loops.find(({ _id }) => _id === id);
        const name = loop?.name ? `, ${loop.name}` : '';
        const about = isAskedFor ? ', asked for' : prospect ? '' : ', in your rifff';
        return (
          <li key={id}>
            <button
              type="button"
              className={`${isStill || !prospect ? 'muted' : ''} ${styles.loop}`}
              aria-label={`Take ${at + 1}: ${categoryOf(category).title}${name}${about}`}
              aria-current={at === chosen || undefined}
              data-asked={isAskedFor || undefined}
              disabled={isStill || !prospect}
              onClick={() => onPick(at)}
            >
              {loop && (
                <LoopGlyph
                  loop={loop}
                  sizePx={36}
                  category={category}
                  isOn={prospect !== undefined}
                />
              )}
              <span className={styles.number} aria-hidden="true">
                {at + 1}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ActProps {
  /** Null where nothing can be done; then it says the other. */
  label: string | null;
  otherwise: string;
  onAct(): void;
}

/**
 * The one large button. A finger and a key act when they come down and not when they are lifted: what is placed is placed
 * at that moment.
 */
function Act({ label, otherwise, onAct }: ActProps) {
  const isDone = useRef(false);
  const down = (event: PointerEvent) => {
    if (event.button > 0) return;
    isDone.current = true;
    onAct();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.type === 'keydown' && !event.repeat) onAct();
  };
  return (
    <Button
      className={styles.act}
      size="xl"
      variant="filled"
      aria-disabled={label === null}
      onPointerDown={down}
      onKeyDown={key}
      onKeyUp={key}
      onClick={() => {
        // A click without a press comes from assistive technology.
        if (!isDone.current) onAct();
        isDone.current = false;
      }}
    >
      {label ?? otherwise}
    </Button>
  );
}

/** What the large button says. */
export function actionOf({ state, phase }: Play, category: string | undefined): string | null {
  if (phase !== 'play') return null;
  if (state.hand) return `Place ${nounOf(state.hand.loop.category)}`;
  if (state.placed.length >= MAX_LOOPS_PER_RIFFF) return 'Finish';
  if (category === undefined) return null;
  return `${state.mode === 'explorer' ? 'Collect' : 'Take'} ${nounOf(category)}`;
}
