import { type KeyboardEvent, memo, type PointerEvent, type RefObject } from 'react';
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import type { Command } from '../../../parts/commands/registry.ts';
import cells from '../instrument.module.css';
import styles from '../keysAndPads.module.css';

/** The first eight pads lie on the home row, the other eight above it. */
const PAD_KEYS = [...'ASDFGHJK', ...'QWERTYUI'];

/** Commands that play pads, to be registered while the panel is shown and its keys are on. */
export function padCommands(hit: (pad: number) => void, toggle: () => void): Command[] {
  const group = 'Pads';
  return [
    { id: 'pads.run', group, title: 'Play or stop the steps', keys: ['Shift+Space'], run: toggle },
    ...PADS.map(
      ({ title }, pad): Command => ({
        id: `pads.hit${pad}`,
        group,
        title,
        keys: [`@Key${PAD_KEYS[pad]}`],
        isPlayed: true,
        run: () => hit(pad),
      }),
    ),
  ];
}

interface PadBankProps {
  /** Where each pad's element is put, for what follows the sound. */
  pads: RefObject<(HTMLElement | null)[]>;
  selected: number;
  hasKeys: boolean;
  onHit(pad: number): void;
}

/** In this order they lie as on a drum machine: the first eight below. */
const ORDER = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/** Sixteen pads. They sound when they are touched, not when they are let go; several at once. */
export const PadBank = memo(function PadBank({ pads, selected, hasKeys, onHit }: PadBankProps) {
  const press = (event: PointerEvent<HTMLElement>, pad: number) => {
    if (event.button !== 0) return;
    // A finger that slides off must not hold the others up.
    event.currentTarget.releasePointerCapture?.(event.pointerId);
    onHit(pad);
  };
  const type = (event: KeyboardEvent<HTMLElement>, pad: number) => {
    if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    onHit(pad);
  };
  return (
    <fieldset className={`${cells.columns} ${styles.bank}`} aria-label="Pads">
      {ORDER.map((pad) => (
        <button
          key={pad}
          type="button"
          ref={(element) => {
            pads.current[pad] = element;
          }}
          className={`${cells.cell} ${cells.hands} ${styles.pad}`}
          data-code={hasKeys ? PAD_KEYS[pad] : undefined}
          data-selected={pad === selected || undefined}
          onPointerDown={(event) => press(event, pad)}
          onKeyDown={(event) => type(event, pad)}
          // A screen reader's press comes as a click alone.
          onClick={(event) => event.detail === 0 && event.nativeEvent.isTrusted && onHit(pad)}
        >
          <span className={styles.padName}>{PADS[pad]?.title}</span>
        </button>
      ))}
    </fieldset>
  );
});
