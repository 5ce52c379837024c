import { useEffect, useMemo, useRef, useState } from 'react';
import { briefText } from '../../../data/rules/arcade/conditions.ts';
import { loopsOf } from '../../../data/rules/arcade/made.ts';
import { takesOf } from '../../../data/rules/arcade/wanted.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import field from '../Arcade.module.css';
import { describeShare } from '../arcadeText.ts';
import { BITE_PX, Ground, KeyButton, useCrowdView } from '../fieldParts.tsx';
import { CuePicture } from './CuePicture.tsx';
import styles from './Play.module.css';
import { EndDialog, MadeDialog } from './PlayDialogs.tsx';
import { actionOf, PlayFront } from './PlayFront.tsx';
import { PlayHead } from './PlayHead.tsx';
import { hintOf } from './playText.ts';
import type { PlayRoomProps } from './playTypes.ts';
import { type Play, usePlay } from './usePlay.ts';
import { useChosen, usePlayDeeds } from './usePlayDeeds.ts';

export type { EndedRun, PlayRoomProps } from './playTypes.ts';

/** A run being played in the field, or played again. Mount it out of a gesture: its sound begins at once. */
export function PlayRoom(props: PlayRoomProps) {
  const { shares, best = null, script } = props;
  const play = usePlay(props);
  const { own, index, state, cue, phase, message } = play;
  const { mode, mission } = state;
  const [isEndOpen, setEndOpen] = useState(false);
  const [isMadeOpen, setMadeOpen] = useState(false);
  const loops = useMemo(() => loopsOf(shares.map(({ rifff }) => rifff)), [shares]);
  const share = shares[own.focus];
  const front = own.isFocusOpen ? share : undefined;
  const takes = useMemo(
    () => (front ? takesOf(state, index, front._id) : []),
    [front, state, index],
  );
  const { chosen, choose } = useChosen(takes, front?._id);
  const deeds = usePlayDeeds({
    play,
    takes,
    chosen,
    choose,
    share: front,
    leave: () => setEndOpen((isOpen) => !isOpen),
    made: () => setMadeOpen((isOpen) => !isOpen),
    isAsked: isEndOpen,
    finish: () => {
      setEndOpen(false);
      play.wish({ do: 'end' });
    },
  });
  const category = takes[chosen]?.pick.loop.category;
  const isScript = script !== undefined;
  const hint = hintOf({
    phase,
    isScript,
    state,
    cue,
    isSomebodyThere: front !== undefined,
    isAskedFor: takes[chosen]?.isAskedFor ?? false,
    chosen: category,
  });
  const { seen } = play.made;
  const made = useMemo<RifffView | null>(
    () => seen && { rifff: seen, isLive: own.isHeard, bitePx: BITE_PX, marginPx: 6 },
    [seen, own.isHeard],
  );
  const isMission = mode === 'mission';
  const brief = isMission ? briefText(mission, (id) => loops.get(id)?.name ?? '') : '';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  return (
    <section className={field.room} aria-label={isMission ? 'Mission' : 'Sound explorer'}>
      <h1 ref={title} tabIndex={-1} className="visuallyHidden">
        {isMission ? 'Mission' : 'Sound explorer'}
        {isScript && ', played again'}
      </h1>
      {!isScript && <Ground own={own} onFront={deeds.touchFront} />}
      <PlayHead
        play={play}
        best={best}
        brief={brief}
        made={made}
        isMadeOpen={isMadeOpen}
        onMade={() => setMadeOpen(true)}
      />
      <Verdict play={play} />
      <PlayFront
        play={play}
        share={share}
        takes={takes}
        chosen={chosen}
        hint={hint}
        action={actionOf(play, category)}
        isScript={isScript}
        onAct={deeds.act}
        onPick={deeds.take}
      />
      <PlayKeys play={play} isScript={isScript} />
      <VisuallyHidden role="status">
        {message?.text ?? (phase === 'waiting' || phase === 'count' ? brief : '')}
      </VisuallyHidden>
      <VisuallyHidden role="status">
        {front && `${describeShare(front, own.focus, shares.length)}. ${hint}`}
      </VisuallyHidden>
      <MadeDialog
        play={play}
        loopOf={(id) => loops.get(id)}
        isOpen={isMadeOpen}
        onOpenChange={setMadeOpen}
        onLift={isScript ? undefined : deeds.lift}
      />
      <EndDialog
        isOpen={isEndOpen}
        isScript={isScript}
        hasMade={state.placed.length > 0}
        onOpenChange={setEndOpen}
        onFinish={deeds.finish}
        onLeave={props.onLeave}
      />
    </section>
  );
}

/** What the last move came to: pictures, words and points. */
function Verdict({ play }: { play: Play }) {
  const { message } = play;
  const { focusX, focusY, focusRadius } = useCrowdView();
  if (!message || message.text === '') return null;
  return (
    <p
      key={message.key}
      className={styles.verdict}
      style={{ left: focusX, top: focusY - focusRadius - 16 }}
      aria-hidden="true"
    >
      {message.cues.map((id) => (
        <CuePicture key={id} id={id} sizePx={28} />
      ))}
      <span>{message.text}</span>
    </p>
  );
}

interface PlayKeysProps {
  play: Play;
  isScript: boolean;
}

/** What can be done, at the lower edge. */
function PlayKeys({ play, isScript }: PlayKeysProps) {
  const { own, state } = play;
  return (
    <nav className={`${field.bar} ${styles.keys}`} aria-label="Play">
      {!isScript && (
        <>
          <KeyButton command="arcade.previous" sign="P" icon="arrowLeft" label="Previous" />
          <KeyButton command="arcade.next" sign="N" icon="arrowRight" label="Next" />
        </>
      )}
      {state.hand && !isScript ? (
        <KeyButton command="arcade.drop" sign="⌫" icon="undo" label="Let go" />
      ) : (
        <KeyButton
          command="arcade.listen"
          sign="M"
          icon={own.isWanted ? 'volume' : 'mute'}
          label={own.isWanted ? 'Silence' : 'Listen'}
        />
      )}
      <KeyButton
        command="arcade.leave"
        sign="Esc"
        icon={isScript ? 'close' : 'check'}
        label={isScript ? 'Leave' : 'Finish'}
      />
    </nav>
  );
}
