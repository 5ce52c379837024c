/** Keys of the computer that play the keyboard, and those that move it. */
import type { PlayKey } from '../../../../data/rules/instruments/scaleKeys.ts';
import { noteName } from '../../../../data/rules/instruments/scaleKeys.ts';
import type { Command } from '../../../parts/commands/registry.ts';

export interface KeyHands {
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
