/** How a listener wants one rifff to follow the other, and out of what; kept on this device. */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';
import { type Blend, blendOf, ON_THE_BAR, ROUNDS } from '../rules/listening/listenOrder.ts';
import {
  LATEST,
  type ListenSource,
  listenSearch,
  readListenSource,
} from '../rules/listening/listenSource.ts';

interface ListenOrderState {
  /** Id of one of `BLENDS`. */
  blendId: string;
  /** Rounds that each rifff stays. */
  rounds: number;
  /** Is what comes in brought to the tempo, and into the key, of what is heard? */
  matchesTempo: boolean;
  matchesKey: boolean;
  /** The source that was chosen last, as it stands in an address. */
  source: string;
}

const KEY = 'rondo.listenOrder';
const DEFAULT: ListenOrderState = {
  blendId: ON_THE_BAR.id,
  rounds: 2,
  matchesTempo: false,
  matchesKey: false,
  source: listenSearch(LATEST),
};

/** What was kept, as far as it is a choice there is. */
export function readListenOrder(text: string | null): ListenOrderState {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ListenOrderState> | null;
    const source = readListenSource(String(kept?.source ?? '')) ?? LATEST;
    return {
      blendId: blendOf(String(kept?.blendId)).id,
      rounds: ROUNDS.find((count) => count === kept?.rounds) ?? DEFAULT.rounds,
      matchesTempo: kept?.matchesTempo === true,
      matchesKey: kept?.matchesKey === true,
      source: listenSearch(source),
    };
  } catch {
    return DEFAULT;
  }
}

export const listenOrder = proxy<ListenOrderState>(readListenOrder(keptText(KEY)));

function change(part: Partial<ListenOrderState>): void {
  Object.assign(listenOrder, part);
  keepText(KEY, JSON.stringify(listenOrder));
}

export function chooseBlend(blend: Blend): void {
  change({ blendId: blend.id });
}

export function chooseRounds(rounds: number): void {
  change({ rounds });
}

/** Whether what comes in is brought to what is heard: from the next rifff on. */
export function chooseMatch(wish: { matchesTempo?: boolean; matchesKey?: boolean }): void {
  change(wish);
}

/** Remembers the source for an address that names none. */
export function rememberSource(source: ListenSource): void {
  change({ source: listenSearch(source) });
}

/** The source that was chosen last on this device. */
export function rememberedSource(): ListenSource {
  return readListenSource(listenOrder.source) ?? LATEST;
}
