import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { noteName, type PlayKey } from '../../../../data/rules/instruments/scaleKeys.ts';
import type { Command } from '../../../parts/commands/registry.ts';
import cells from '../instrument.module.css';
import styles from '../keysAndPads.module.css';

interface KeyHands {
  on(source: string, midi: number): void;
  off(source: string): void;
  octave(change: number): void;
  toggle(): void;
}

/** Commands of the keyboard, to be registered while the panel is shown and its keys are on. */
export function keyCommands(
  rows: readonly (readonly (PlayKey | null)[])[],
  hands: KeyHands,
): Command[] {
  const group = 'Keys';
  const notes = rows
    .toReversed()
    .flat()
    .filter((key): key is PlayKey => key !== null && key.code !== '');
  return [
    {
      id: 'keys.run',
      group,
      title: 'Play or stop the phrase',
      keys: ['Shift+Space'],
      run: hands.toggle,
    },
    {
      id: 'keys.down',
      group,
      title: 'An octave down',
      keys: ['@KeyZ'],
      isPlayed: true,
      run: () => hands.octave(-1),
    },
    {
      id: 'keys.up',
      group,
      title: 'An octave up',
      keys: ['@KeyX'],
      isPlayed: true,
      run: () => hands.octave(1),
    },
    ...notes.map(
      ({ midi, code }): Command => ({
        id: `keys.note${code}`,
        group,
        title: `Play ${noteName(midi)}`,
        keys: [`@${code}`],
        isPlayed: true,
        run: () => hands.on(code, midi),
        release: () => hands.off(code),
      }),
    ),
  ];
}

interface KeyboardProps {
  rows: readonly (readonly (PlayKey | null)[])[];
  /** Where the keys' elements are put, for what follows the sound. */
  keys: RefObject<Set<HTMLElement>>;
  hasKeys: boolean;
  onNoteOn(source: string, midi: number): void;
  onNoteOff(source: string): void;
}

/** What the key with the focus plays: only one has it, and its note may be another by the time it is let go. */
const PRESS = 'press';
/** How long a note of a screen reader's press lasts. */
const PRESS_MS = 350;

const noteUnder = (x: number, y: number) => {
  const key = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-note]');
  return key ? Number(key.dataset.note) : null;
};

/** The octave of a note as musicians count it: 60 is C4. */
const octaveOf = (midi: number) => Math.floor(midi / 12) - 1;

/** Keys of a scale, or a piano. Several fingers at once, each may slide from key to key. */
export const Keyboard = memo(function Keyboard(props: KeyboardProps) {
  const { rows, keys, hasKeys, onNoteOn, onNoteOff } = props;
  const fingers = useRef(new Map<number, number | null>());

  const press = (event: PointerEvent<HTMLElement>) => {
    const note = noteUnder(event.clientX, event.clientY);
    if (note === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, note);
    onNoteOn(`finger${event.pointerId}`, note);
  };
  const slide = (event: PointerEvent<HTMLElement>) => {
    const { pointerId } = event;
    if (!fingers.current.has(pointerId)) return;
    const note = noteUnder(event.clientX, event.clientY);
    if (note === fingers.current.get(pointerId)) return;
    fingers.current.set(pointerId, note);
    if (note === null) onNoteOff(`finger${pointerId}`);
    else onNoteOn(`finger${pointerId}`, note);
  };
  const lift = ({ pointerId }: PointerEvent<HTMLElement>) => {
    if (fingers.current.delete(pointerId)) onNoteOff(`finger${pointerId}`);
  };
  // What is held when the window is left may never be seen to be let go.
  useEffect(() => {
    const liftAll = () => {
      for (const pointerId of fingers.current.keys()) onNoteOff(`finger${pointerId}`);
      fingers.current.clear();
      onNoteOff(PRESS);
    };
    const hide = () => document.visibilityState === 'hidden' && liftAll();
    window.addEventListener('blur', liftAll);
    document.addEventListener('visibilitychange', hide);
    return () => {
      liftAll();
      window.removeEventListener('blur', liftAll);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [onNoteOff]);
  // A key that is gone with its scale says nothing when it is let go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other keys
  useEffect(() => () => onNoteOff(PRESS), [rows, onNoteOff]);
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';

  return (
    <fieldset
      className={`${cells.hands} ${styles.keyboard}`}
      aria-label="Keys"
      onPointerDown={press}
      onPointerMove={slide}
      onPointerUp={lift}
      onPointerCancel={lift}
      onLostPointerCapture={lift}
    >
      {rows.map((row, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={at}
          className={cells.columns}
          style={{ '--columns': row.length } as React.CSSProperties}
        >
          {row.map((key, column) =>
            key === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place
              <span key={`gap${column}`} />
            ) : (
              <button
                key={key.code}
                type="button"
                ref={(element) => {
                  if (!element) return;
                  keys.current.add(element);
                  return () => {
                    keys.current.delete(element);
                  };
                }}
                className={`${cells.cell} ${styles.key}`}
                data-note={key.midi}
                data-root={key.isRoot || undefined}
                data-code={hasKeys ? key.code.replace('Key', '') : undefined}
                aria-label={`${noteName(key.midi)} ${octaveOf(key.midi)}${key.isRoot ? ', root' : ''}`}
                onKeyDown={(event) => {
                  if (!isPress(event)) return;
                  event.preventDefault();
                  if (!event.repeat) onNoteOn(PRESS, key.midi);
                }}
                onKeyUp={(event) => isPress(event) && onNoteOff(PRESS)}
                onBlur={() => onNoteOff(PRESS)}
                // A screen reader's press comes as a click alone.
                onClick={(event) => {
                  if (event.detail !== 0) return;
                  onNoteOn(PRESS, key.midi);
                  setTimeout(() => onNoteOff(PRESS), PRESS_MS);
                }}
              >
                <span className={key.isRoot ? 't15 bold' : 't15'}>{noteName(key.midi)}</span>
              </button>
            ),
          )}
        </div>
      ))}
    </fieldset>
  );
});
