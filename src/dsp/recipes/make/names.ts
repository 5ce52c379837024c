import type { LoopOrder } from '../../../data/contract/making.ts';
import { hash32 } from '../../synth/random.ts';
import type { Style } from './style.ts';

/** Has no divisor in common with the number of names, so that the names of neighbours are far apart and all different. */
const STRIDE = 1009;

/**
 * What a loop is called: two words of its family. The same order has the same name; seeds that follow each other have
 * different ones.
 */
export function nameOf(order: LoopOrder, [first, second]: Style['words']): string {
  const { family, category, seed, bps, root, scale, bars, density, octave } = order;
  const about = `${family}/${category}/${bps}/${root}/${scale}/${bars}/${density}/${octave}`;
  const count = first.length * second.length;
  const at = ((seed % count) * STRIDE + hash32(about)) % count;
  const one = first[at % first.length]!;
  const other = second[Math.floor(at / first.length)]!;
  return one === other ? `${one} on ${other}` : `${one} ${other}`;
}
