/** Keys and buttons of a run. */
import type { FieldHands } from '../useArcade.ts';

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
type Digit = (typeof DIGITS)[number];
export type PlayDeed =
  | 'act'
  | 'choosePrevious'
  | 'chooseNext'
  | 'next'
  | 'previous'
  | 'drop'
  | 'made'
  | 'listen'
  | 'leave'
  | 'back'
  | `take${Digit}`
  | `lift${Digit}`;

/** Digits by their place: in some layouts they need Shift. */
const digitKeys = (digit: Digit, before = '') => [
  `${before}@Digit${digit}`,
  ...(before ? [] : [`@Numpad${digit}`]),
];

export const PLAY_HANDS: FieldHands<PlayDeed> = {
  fly: { left: ['ArrowLeft', 'A'], right: ['ArrowRight', 'D'], away: ['W'], near: ['S'] },
  deeds: [
    { deed: 'act', title: 'Take the chosen loop; place it on the beat', keys: ['Space', 'Enter'] },
    { deed: 'choosePrevious', title: 'Choose the loop before', keys: ['ArrowUp'] },
    { deed: 'chooseNext', title: 'Choose the loop after', keys: ['ArrowDown'] },
    ...DIGITS.map(
      (digit) =>
        ({ deed: `take${digit}`, title: `Take loop ${digit}`, keys: digitKeys(digit) }) as const,
    ),
    { deed: 'drop', title: 'Let go of the loop in hand', keys: ['Backspace'] },
    ...DIGITS.map(
      (digit) =>
        ({
          deed: `lift${digit}`,
          title: `Take out what is in place ${digit}`,
          keys: digitKeys(digit, 'Shift+'),
        }) as const,
    ),
    { deed: 'next', title: 'Next rifff that helps', keys: ['N'] },
    { deed: 'previous', title: 'The one that helps before', keys: ['P'] },
    { deed: 'made', title: 'What you make', keys: ['L'] },
    { deed: 'listen', title: 'Sound on or off', keys: ['M'] },
    { deed: 'leave', title: 'Finish or leave', keys: ['E', 'Escape'] },
    { deed: 'back', title: 'Let go, or leave', keys: [] },
  ],
  // Below, right, left, above; shoulders; the small ones in the middle.
  pad: {
    0: 'act',
    1: 'back',
    2: 'chooseNext',
    3: 'made',
    4: 'previous',
    5: 'next',
    8: 'listen',
    9: 'leave',
  },
};

/** Every deed with a number, as one function does them. */
export function numbered<Name extends 'take' | 'lift'>(
  name: Name,
  run: (at: number) => void,
): Record<`${Name}${Digit}`, () => void> {
  return Object.fromEntries(
    DIGITS.map((digit) => [`${name}${digit}`, () => run(digit - 1)]),
  ) as Record<`${Name}${Digit}`, () => void>;
}

/** Keys of a run that is shown again: nothing can be moved. */
export const WATCH_HANDS: FieldHands<'made' | 'listen' | 'leave'> = {
  fly: { left: [], right: [], away: [], near: [] },
  deeds: [
    { deed: 'made', title: 'What is made', keys: ['L'] },
    { deed: 'listen', title: 'Sound on or off', keys: ['M', 'Space'] },
    { deed: 'leave', title: 'Leave', keys: ['E', 'Escape'] },
  ],
  pad: { 1: 'leave', 3: 'made', 8: 'listen', 9: 'leave' },
};
