/** Keys of the computer that play pads: two rows of eight, as the pads lie. */
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import type { Command } from '../../../parts/commands/registry.ts';

/** The first eight pads lie on the home row, the other eight above it. */
export const PAD_KEYS = [...'ASDFGHJK', ...'QWERTYUI'];

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
