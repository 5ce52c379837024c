import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import {
  keysPhrase,
  PATCH_NAMES,
  patchKeys,
  play,
  setOctave,
  setPlayKey,
} from '../../../../audio/state/play.ts';
import type { Keys, Studio } from '../../../../audio/studio/Studio.ts';
import { categoryOf } from '../../../../data/contract/categories.ts';
import { type Phrase, phraseLength } from '../../../../data/rules/instruments/phrase.ts';
import { keyboardRows } from '../../../../data/rules/instruments/scaleKeys.ts';
import { onFrame } from '../../../../data/stores/frameLoop.ts';
import { notify } from '../../../../data/stores/ui.ts';
import { registerCommands } from '../../../parts/commands/registry.ts';
import { Button } from '../../../system/Button.tsx';
import { useDraft } from '../../EditorContext.tsx';
import styles from '../instrument.module.css';
import { MidiState } from '../MidiState.tsx';
import { RecordStrip } from '../record/RecordStrip.tsx';
import { useMakeLoop } from '../useMakeLoop.ts';
import { usePlayTempo } from '../usePlayTempo.ts';
import { useStudio, useWithStudio } from '../useStudio.ts';
import { Keyboard, keyCommands } from './Keyboard.tsx';
import { KeysHead } from './KeysHead.tsx';
import { PhraseControls, PhraseView } from './Phrase.tsx';
import { SynthControls } from './SynthControls.tsx';

/** Lets the keys and the notch follow what is heard, frame by frame and without a render. */
function useKeyMotion(
  instrument: Keys | null,
  keys: RefObject<Set<HTMLElement>>,
  notch: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!instrument) return;
    const turn = onFrame('readouts', () => {
      for (const element of keys.current) {
        const isHeld = instrument.held[Number(element.dataset.note)] === 1;
        if (element.hasAttribute('data-held') !== isHeld) {
          element.toggleAttribute('data-held', isHeld);
        }
      }
      const line = notch.current;
      if (!line) return true;
      const at = instrument.position16ths();
      line.toggleAttribute('data-runs', at >= 0);
      const width = line.parentElement?.clientWidth ?? 0;
      const x = (Math.max(0, at) / phraseLength(keysPhrase())) * width;
      line.style.transform = `translateX(${x.toFixed(1)}px)`;
      return true;
    });
    turn.wake();
    return turn.stop;
  }, [instrument, keys, notch]);
}

const keysOf = ({ keys }: Studio) => keys;

/** How hard fingers and the computer's keys strike. */
const VELOCITY = 0.8;

const logFailure = (cause: unknown) => {
  console.error('The keys could not play', cause);
  notify('The keys could not play. Try again.');
};

/** Keys: a keyboard in the rifff's key, four patches, a phrase that goes round, and a loop out of it. */
export function KeysPanel() {
  const studio = useStudio();
  const instrument = studio?.keys ?? null;
  const { keys, root, scale } = useSnapshot(play);
  const phrase = keys.phrase as Phrase;
  const { rifff } = useDraft();
  const [hasKeys, setHasKeys] = useState(true);
  const notch = useRef<HTMLDivElement>(null);
  const elements = useRef(new Set<HTMLElement>());
  const octave = keys.octaves[keys.patch];
  const rows = useMemo(() => keyboardRows(root, scale, octave), [root, scale, octave]);
  const named = PATCH_NAMES.find(({ id }) => id === keys.patch) ?? PATCH_NAMES[0];
  const { ink } = categoryOf(named.category);
  usePlayTempo();
  useEffect(() => setPlayKey(rifff.root, rifff.scale), [rifff.root, rifff.scale]);
  useEffect(
    () => () => {
      instrument?.stop();
      instrument?.silence();
    },
    [instrument],
  );

  const withStudio = useWithStudio(studio);
  const on = useCallback(
    (source: string, midi: number) => withStudio((own) => own.keys.noteOn(source, midi, VELOCITY)),
    [withStudio],
  );
  const off = useCallback(
    (source: string) => withStudio((own) => own.keys.noteOff(source)),
    [withStudio],
  );
  const run = useCallback(
    (isRecording: boolean) => {
      patchKeys({ isRecording });
      instrument?.start().catch(logFailure);
    },
    [instrument],
  );
  const toggle = useCallback(() => {
    if (play.keys.isRunning) instrument?.stop();
    else run(false);
  }, [instrument, run]);

  useEffect(() => {
    const all = keyCommands(rows, {
      on,
      off,
      octave: (change) => setOctave(play.keys.octaves[play.keys.patch] + change),
      toggle,
    });
    return registerCommands(hasKeys ? all : all.filter(({ isPlayed }) => !isPlayed));
  }, [rows, on, off, toggle, hasKeys]);
  useKeyMotion(instrument, elements, notch);

  const { make, isMaking } = useMakeLoop(studio, keysOf, async ({ keys: own }, bps) => ({
    samples: await own.render(bps),
    about: {
      name: named.title,
      category: named.category,
      length16ths: phraseLength(keysPhrase()),
      root,
      scale,
    },
  }));
  const isEmpty = phrase.notes.length === 0;

  return (
    <section
      className={styles.panel}
      aria-label="Keys"
      data-instrument
      style={{ '--ink': ink } as CSSProperties}
    >
      <div className={`rigidParts ${styles.scroll}`}>
        <KeysHead hasKeys={hasKeys} onKeys={setHasKeys} />
        <Keyboard rows={rows} keys={elements} hasKeys={hasKeys} onNoteOn={on} onNoteOff={off} />
        <PhraseControls />
        <PhraseView phrase={phrase} ink={ink} notch={notch} />
        <SynthControls ink={ink} />
        <MidiState studio={studio} target="keys" />
      </div>
      <RecordStrip />
      <div className={styles.foot}>
        <Button
          size="sm"
          icon="record"
          aria-pressed={keys.isRecording}
          title="Notes that you play go into the phrase; their sound is not recorded"
          disabled={!instrument}
          onClick={() => {
            if (!keys.isRunning) run(true);
            else patchKeys({ isRecording: !keys.isRecording });
          }}
        >
          Record notes
        </Button>
        <Button
          size="sm"
          icon={keys.isRunning ? 'stop' : 'play'}
          disabled={!instrument || (isEmpty && !keys.isRunning)}
          onClick={toggle}
        >
          {keys.isRunning ? 'Stop' : 'Play'}
        </Button>
        <Button
          size="sm"
          variant="filled"
          className="push"
          disabled={!instrument || isMaking || isEmpty}
          onClick={() => {
            instrument?.silence();
            void make();
          }}
        >
          {isMaking ? 'Making' : 'Make a loop'}
        </Button>
      </div>
    </section>
  );
}
