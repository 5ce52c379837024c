import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft/draft.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { draft } from '../../data/stores/draft.ts';

/** The draft's document with what every part of the editor asks of it. */
export function useDraft(): { rifff: Rifff; count: number; bars: number } {
  const rifff = useSnapshot(draft).rifff as Rifff;
  return useMemo(() => ({ rifff, count: usedSlots(rifff), bars: rifffBars(rifff) }), [rifff]);
}
