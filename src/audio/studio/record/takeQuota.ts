/** Whether one more lap fits, and what people are told when it does not. */
import {
  type FullOf,
  fullOf,
  MAX_TAKES,
  MAX_TAKES_SEC,
  type TakeSize,
} from '../../../data/rules/takeRoom.ts';
import { recording } from '../../state/recording.ts';

const MORE = 'Add or delete some to record more.';

export const FULL_MESSAGES: Readonly<Record<FullOf, string>> = {
  takes: `${MAX_TAKES} takes are kept, and no more. ${MORE}`,
  sound: `${MAX_TAKES_SEC / 60} minutes of takes are kept, and no more. ${MORE}`,
  device: `This device has no more room for takes. ${MORE}`,
  memory: `The takes that only this page has fill its memory. ${MORE}`,
};

export class TakeRoom {
  private freeBytes: number | null = null;

  /** Asks the browser again how much the device has left. */
  async refresh(): Promise<void> {
    try {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const isKnown = quota !== undefined && usage !== undefined;
      this.freeBytes = isKnown ? quota - usage : null;
    } catch {
      this.freeBytes = null; // it does not say
    }
  }

  /** @param coming laps that are not takes yet @returns what is full, or null when one more lap fits */
  full(lap: TakeSize, coming = 0): FullOf | null {
    const isKept = recording.takes.every((take) => take.isKept);
    const onTheWay = Array.from({ length: coming }, () => ({ ...lap, isKept }));
    return fullOf([...recording.takes, ...onTheWay], lap, this.freeBytes);
  }
}
