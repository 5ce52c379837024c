import { useLayoutEffect, useRef } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { registerLane } from '../../../data/stores/lanes.ts';

export interface SlotLaneProps {
  slot: number;
  rifff: Rifff;
  kind: 'lane' | 'meter';
  className?: string;
}

/** Room for a ring laid flat, or for its level; the flat canvas draws there. */
export function SlotLane({ slot, rifff, kind, className }: SlotLaneProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    return registerLane({
      id: `${kind}-${slot}`,
      element: element.current,
      kind,
      row: slot,
      rifff,
    });
  }, [slot, rifff, kind]);
  return <span ref={element} className={className} aria-hidden="true" />;
}
