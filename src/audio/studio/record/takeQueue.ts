/** Takes on their way into the box: measured and kept one after the other, in the order in which they were played. */
import { patchRecording } from '../../state/recording.ts';
import type { RawTake, TakeBox } from './takeBox.ts';

export class TakeQueue {
  /** Takes that are not kept yet. */
  count = 0;
  private readonly box: TakeBox;
  private readonly onKept: () => void;
  private last: Promise<unknown> = Promise.resolve();

  /** @param onKept is called after every take, also after one that could not be kept */
  constructor(box: TakeBox, onKept: () => void) {
    this.box = box;
    this.onKept = onKept;
  }

  /** @param onSettled is called once the take is kept, and never when it could not be */
  add(raw: RawTake, onSettled?: () => void): void {
    this.count += 1;
    this.last = this.last
      .then(() => this.box.add(raw))
      .then(onSettled)
      .catch((cause: unknown) => {
        console.error('A take could not be kept', cause);
        patchRecording({ message: 'A take could not be kept.' });
      })
      .finally(() => {
        this.count -= 1;
        this.onKept();
      });
  }
}
