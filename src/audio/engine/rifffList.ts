/** The list that skipping moves in, and that is played through when looping is off. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { transport } from '../state/transport.ts';
import type { BlendBars } from './Engine.ts';

export class RifffList {
  private rifffs: readonly Rifff[] = [];
  /** How each change within the list is blended, also the one at the end of a rifff. */
  blendBars: BlendBars = 0;

  /** Takes up another list. */
  set(rifffs: readonly Rifff[], blendBars: BlendBars): void {
    this.rifffs = [...rifffs];
    this.blendBars = blendBars;
  }

  /** The rifff at an index, or undefined out of range. */
  at(index: number): Rifff | undefined {
    return this.rifffs[index];
  }

  /** Index of a rifff as the transport shows it: −1 when the list lacks it. */
  placeOf(rifff: Rifff | null): { listIndex: number } {
    return { listIndex: this.rifffs.findIndex(({ _id }) => _id === rifff?._id) };
  }

  /** What follows the place that the transport shows, or null. */
  get next(): Rifff | null {
    const { listIndex } = transport;
    return listIndex < 0 ? null : (this.rifffs[listIndex + 1] ?? null);
  }
}
