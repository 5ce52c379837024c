/** How a listener wants one rifff to follow the other; kept on this device. */
import { proxy } from 'valtio/vanilla';
import { type Blend, blendOf, ON_THE_BAR, ROUNDS } from '../rules/listening/listenOrder.ts';

interface ListenOrderState {
  /** Id of one of `BLENDS`. */
  blendId: string;
  /** Rounds that each rifff stays. */
  rounds: number;
}

const KEY = 'rondo.listenOrder';
const DEFAULT: ListenOrderState = { blendId: ON_THE_BAR.id, rounds: 2 };

/** What was kept, as far as it is a choice there is. */
export function readListenOrder(text: string | null): ListenOrderState {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ListenOrderState> | null;
    const blendId = blendOf(String(kept?.blendId)).id;
    const rounds = ROUNDS.find((count) => count === kept?.rounds) ?? DEFAULT.rounds;
    return { blendId, rounds };
  } catch {
    return DEFAULT;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no storage here, or it is forbidden
  }
}

export const listenOrder = proxy<ListenOrderState>(readListenOrder(stored()));

function keep(): void {
  try {
    const { blendId, rounds } = listenOrder;
    localStorage.setItem(KEY, JSON.stringify({ blendId, rounds }));
  } catch {
    // It stays as long as the page.
  }
}

export function chooseBlend(blend: Blend): void {
  listenOrder.blendId = blend.id;
  keep();
}

export function chooseRounds(rounds: number): void {
  listenOrder.rounds = rounds;
  keep();
}
