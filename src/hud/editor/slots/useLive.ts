import { useEffect, useState } from 'react';

/**
 * A value that follows the finger while it drags and the document otherwise.
 * @returns the value to show, what a drag calls, and what ends it
 */
export function useLive(
  kept: number,
  onLive: (value: number) => void,
  onEnd: (value: number) => void,
) {
  const [live, setLive] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the document ends what the finger showed
  useEffect(() => setLive(null), [kept]);
  return {
    value: live ?? kept,
    onLive(value: number) {
      setLive(value);
      onLive(value);
    },
    onChange(value: number) {
      setLive(null);
      onEnd(value);
    },
  };
}
