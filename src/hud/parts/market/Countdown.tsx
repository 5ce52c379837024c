import { useEffect, useRef, useState } from 'react';
import { countdownStepMs, countdownText } from '../../../data/rules/money/collectWindow.ts';

interface CountdownProps {
  /** By the server's clock, ms. */
  closes: number;
  /** What the clock of this device is behind that of the server, ms. */
  offsetMs: number;
  /** Called once for each end. */
  onOver?(): void;
}

/** How long something is still open, by the server's clock. It counts without being read out. */
export function Countdown({ closes, offsetMs, onOver }: CountdownProps) {
  const [, setTurn] = useState(0);
  const over = useRef(onOver);
  over.current = onOver;
  /** The end that was told already: asking the server again moves the clock a little, not the end. */
  const toldOf = useRef<number | null>(null);
  const leftMs = closes - (Date.now() + offsetMs);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) {
      if (toldOf.current !== closes) over.current?.();
      toldOf.current = closes;
      return;
    }
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(
        () => {
          setTurn((turn) => turn + 1);
          wait();
        },
        countdownStepMs(closes - (Date.now() + offsetMs)),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [closes, offsetMs, isOver]);
  return (
    <time dateTime={new Date(closes).toISOString()} role="timer">
      {countdownText(leftMs)}
    </time>
  );
}
