import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { padPattern, patchPads, play, setPadPattern } from '../../../../audio/state/play.ts';
import type { Pads, Studio } from '../../../../audio/studio/Studio.ts';
import { categoryOfPads } from '../../../../data/rules/instruments/padKit.ts';
import {
  hitsOf,
  LEVEL_GAINS,
  type StepLevel,
  type StepPattern,
  setStep,
  stepCount,
} from '../../../../data/rules/instruments/steps.ts';
import { onFrame } from '../../../../data/stores/frameLoop.ts';
import { notify } from '../../../../data/stores/ui.ts';
import { registerCommands } from '../../../parts/commands/registry.ts';
import { useMedia } from '../../../parts/useMedia.ts';
import { Button } from '../../../system/Button.tsx';
import styles from '../instrument.module.css';
import { MidiState } from '../MidiState.tsx';
import { RecordStrip } from '../record/RecordStrip.tsx';
import { useMakeLoop } from '../useMakeLoop.ts';
import { usePlayTempo } from '../usePlayTempo.ts';
import { useStudio, useWithStudio } from '../useStudio.ts';
import { PadBank, padCommands } from './PadBank.tsx';
import { PadsHead, StepControls } from './PadControls.tsx';
import { StepGrid } from './StepGrid.tsx';

interface PadMotion {
  notch: RefObject<HTMLDivElement | null>;
  pads: RefObject<(HTMLElement | null)[]>;
  /** First step and steps of the bar that is shown. */
  from: number;
  count: number;
  isFolded: boolean;
}

/** Begins the bar of a pad anew. */
function strike(pad: HTMLElement | null | undefined): void {
  if (!pad) return;
  pad.removeAttribute('data-hit');
  // Read, so that the animation starts again.
  void pad.offsetWidth;
  pad.setAttribute('data-hit', '');
}

function place(notch: HTMLElement, at: number, { from, count, isFolded }: PadMotion): void {
  const inside = at - from;
  const isShown = at >= 0 && inside >= 0 && inside < count;
  notch.toggleAttribute('data-runs', isShown);
  const field = notch.parentElement;
  if (!isShown || !field) return;
  const columns = isFolded ? Math.ceil(count / 2) : count;
  const row = Math.floor(inside / columns);
  const x = ((inside - row * columns) / columns) * field.clientWidth;
  notch.style.transform = `translate(${x.toFixed(1)}px, ${isFolded ? row * 48 : 0}px)`;
}

/** Lets the notch and the pads follow what is heard, frame by frame and without a render. */
function usePadMotion(pads: Pads | null, motion: PadMotion): void {
  const { from, count, isFolded } = motion;
  const { notch, pads: elements } = motion;
  useEffect(() => {
    if (!pads) return;
    const seen = pads.hitMs.slice();
    let before = -1;
    const turn = onFrame('readouts', () => {
      pads.hitMs.forEach((ms, pad) => {
        if (ms === seen[pad]) return;
        seen[pad] = ms;
        strike(elements.current[pad]);
      });
      const at = pads.position16ths();
      if (notch.current) place(notch.current, at, { notch, pads: elements, from, count, isFolded });
      if (at >= 0 && before >= 0 && at !== before) {
        const total = stepCount(padPattern());
        const moved = (at - before + total) % total;
        for (const hit of hitsOf(padPattern())) {
          if ((hit.at16ths - before + total) % total < moved) strike(elements.current[hit.pad]);
        }
      }
      before = at;
      return true;
    });
    turn.wake();
    return turn.stop;
  }, [pads, notch, elements, from, count, isFolded]);
}

const NARROW = '(max-width: 991px)';
const ALL_PADS = Array.from({ length: 16 }, (_, pad) => pad);

const logFailure = (cause: unknown) => {
  console.error('The pads could not play', cause);
  notify('The pads could not play. Try again.');
};

const padsOf = ({ pads }: Studio) => pads;

/** Pads that have a step. */
const usedPads = (pattern: StepPattern) =>
  ALL_PADS.filter((pad) => pattern.cells[pad]?.some((level) => level > 0));

/** Pads: sixteen sounds to hit, a grid of steps that plays them, and a loop out of it. */
export function PadsPanel() {
  const studio = useStudio();
  const pads = studio?.pads ?? null;
  const state = useSnapshot(play).pads;
  const pattern = state.pattern as StepPattern;
  const isNarrow = useMedia(NARROW);
  const [selected, setSelected] = useState(0);
  const [pen, setPen] = useState<StepLevel>(2);
  const [bar, setBar] = useState(0);
  const [hasKeys, setHasKeys] = useState(true);
  const shownBar = Math.min(bar, pattern.bars - 1);
  const notch = useRef<HTMLDivElement>(null);
  const elements = useRef<(HTMLElement | null)[]>([]);
  usePlayTempo();

  useEffect(() => {
    pads?.load().catch(logFailure);
    return () => pads?.stop();
  }, [pads]);

  const withStudio = useWithStudio(studio);
  const hit = useCallback(
    (pad: number) => {
      setSelected(pad);
      withStudio((own) => own.pads.hit(pad, LEVEL_GAINS[pen]));
    },
    [withStudio, pen],
  );
  const toggle = useCallback(() => {
    if (play.pads.isRunning) pads?.stop();
    else pads?.start().catch(logFailure);
  }, [pads]);

  useEffect(() => {
    const all = padCommands(hit, toggle);
    return registerCommands(hasKeys ? all : all.filter(({ isPlayed }) => !isPlayed));
  }, [hit, toggle, hasKeys]);

  const motion = { from: shownBar * pattern.barLength, count: pattern.barLength };
  usePadMotion(pads, { notch, pads: elements, ...motion, isFolded: isNarrow });

  const { make, isMaking } = useMakeLoop(studio, padsOf, async ({ pads: own }, bps) => {
    const used = usedPads(padPattern());
    const category = categoryOfPads(used);
    return {
      samples: await own.render(bps),
      about: {
        name: category === 'perc' ? 'Hands' : 'Beat',
        category,
        length16ths: stepCount(padPattern()),
      },
    };
  });
  const set = (pad: number, step: number, level: StepLevel) => {
    setPadPattern(setStep(padPattern(), pad, step, level));
    setSelected(pad);
    if (level > 0 && !play.pads.isRunning) pads?.hit(pad, LEVEL_GAINS[level]);
  };

  return (
    <section className={styles.panel} aria-label="Pads" data-instrument>
      <div className={`rigidParts ${styles.scroll}`}>
        <PadsHead hasKeys={hasKeys} onKeys={setHasKeys} />
        <PadBank pads={elements} selected={selected} hasKeys={hasKeys} onHit={hit} />
        <StepControls
          pattern={pattern}
          bar={shownBar}
          pen={pen}
          selected={selected}
          onBar={setBar}
          onPen={setPen}
        />
        <StepGrid
          pattern={pattern}
          rows={isNarrow ? [selected] : ALL_PADS}
          {...motion}
          notch={notch}
          isFolded={isNarrow}
          pen={pen}
          onSet={set}
          onSelect={hit}
        />
        <MidiState studio={studio} target="pads" />
      </div>
      <RecordStrip />
      <div className={styles.foot}>
        <Button
          size="sm"
          icon={state.isRunning ? 'stop' : 'play'}
          disabled={!pads || state.load === 'failed'}
          onClick={toggle}
        >
          {state.isRunning ? 'Stop' : 'Play steps'}
        </Button>
        <Button
          size="sm"
          icon="record"
          aria-pressed={state.isWriting}
          title="Pads that you hit while the steps play go into them"
          onClick={() => patchPads({ isWriting: !state.isWriting })}
        >
          Write
        </Button>
        <Button
          size="sm"
          variant="filled"
          className="push"
          disabled={!pads || isMaking || usedPads(pattern).length === 0}
          onClick={() => void make()}
        >
          {isMaking ? 'Making' : 'Make a loop'}
        </Button>
      </div>
    </section>
  );
}
