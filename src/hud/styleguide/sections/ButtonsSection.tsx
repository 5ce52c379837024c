import type { ButtonSize, ButtonVariant } from '../../system/Button.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import { Spinner } from '../../system/Loading.tsx';
import type { ForcedState } from '../forceStates.ts';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';
import styles from './Sections.module.css';

const VARIANTS: readonly (readonly [ButtonVariant, string])[] = [
  ['filled', 'Commit'],
  ['outlined', 'Answer'],
  ['bare', 'Not now'],
];
const STATES: readonly (readonly [string, ForcedState | undefined])[] = [
  ['Default', undefined],
  ['Hover', 'hover'],
  ['Focus', 'focus'],
  ['Pressed', 'press'],
];
const SIZES: readonly (readonly [ButtonSize, number])[] = [
  ['xxs', 24],
  ['xs', 32],
  ['sm', 40],
  ['md', 48],
  ['lg', 56],
  ['xl', 64],
  ['2xl', 80],
];
const LONG = 'Send the whole of it to everybody in the room';

function VariantRow({ variant, word }: { variant: ButtonVariant; word: string }) {
  return (
    <Specimens columnPx={136}>
      {STATES.map(([title, force]) => (
        <Specimen key={title} title={title} text={force ? undefined : variant} force={force}>
          <Button variant={variant}>{word}</Button>
        </Specimen>
      ))}
      <Specimen title="Disabled">
        <Button variant={variant} disabled>
          {word}
        </Button>
      </Specimen>
      <Specimen title="Loading">
        <Button variant={variant} aria-busy="true" aria-disabled="true">
          <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <Spinner size={18} />
            Sending
          </span>
        </Button>
      </Specimen>
      <Specimen title="Long text">
        <div className={styles.long}>
          <Button variant={variant} title={LONG}>
            {LONG}
          </Button>
        </div>
      </Specimen>
      {variant !== 'filled' && (
        <Specimen title="On">
          <Button variant={variant} aria-pressed="true">
            {word}
          </Button>
        </Specimen>
      )}
    </Specimens>
  );
}

/** Variants and sizes of buttons, with and without an icon. */
export function ButtonsSection() {
  return (
    <>
      <Part
        title="Variants"
        text="Filled for the one thing a task is about, outlined for what is beside it, bare for what is far from it."
      >
        {VARIANTS.map(([variant, word]) => (
          <VariantRow key={variant} variant={variant} word={word} />
        ))}
      </Part>
      <Part
        title="Sizing"
        text="Heights in pixels. Under a finger the small ones reach 44 beyond their outline."
      >
        {VARIANTS.slice(0, 2).map(([variant]) => (
          <Specimens key={variant} columnPx={176}>
            {SIZES.map(([size, heightPx]) => (
              <Specimen key={size} title={size} text={heightPx}>
                <Button size={size} variant={variant}>
                  Answer
                </Button>
              </Specimen>
            ))}
          </Specimens>
        ))}
        {VARIANTS.map(([variant]) => (
          <Specimens key={variant} columnPx={96}>
            {SIZES.map(([size]) => (
              <Specimen key={size} title={size} text={variant}>
                <IconButton size={size} variant={variant} icon="play" label={`Play, ${size}`} />
              </Specimen>
            ))}
          </Specimens>
        ))}
        <Specimens columnPx={208}>
          {SIZES.map(([size]) => (
            <Specimen key={size} title={size} text="With an icon">
              <Button size={size} icon="share">
                Share
              </Button>
            </Specimen>
          ))}
        </Specimens>
      </Part>
    </>
  );
}
