import {
  hearPair,
  NO_PROBES,
  nextPairMs,
  PAIR_GAP_MS,
  type Probe,
  type ProbeMemory,
} from './sharedClock.ts';

/** An answer that takes longer is given up. */
const PATIENCE_MS = 5000;

export interface Probing {
  /** Asks for the room's clock. @param sentMs by the clock of this page */
  ask(sentMs: number): Promise<{ readonly atMs: number }>;
  /** The clock of this page. */
  nowMs(): number;
  delay(ms: number): Promise<unknown>;
  /** Called with what is known after each pair of probes. */
  heard(memory: ProbeMemory): void;
  isOver(): boolean;
}

/** Keeps the clock of a room known, by pairs of probes, until it is over. Never rejects. */
export async function probeClock({ ask, nowMs, delay, heard, isOver }: Probing): Promise<void> {
  let memory = NO_PROBES;
  const probe = async (): Promise<Probe | null> => {
    const sentMs = nowMs();
    const late = delay(PATIENCE_MS).then(() => null);
    const answer = await Promise.race([ask(sentMs).catch(() => null), late]);
    return answer && { sentMs, atMs: answer.atMs, receivedMs: nowMs() };
  };
  while (!isOver()) {
    const first = probe();
    await delay(PAIR_GAP_MS);
    const pair = await Promise.all([first, probe()]);
    memory = hearPair(
      memory,
      pair.filter((one) => one !== null),
    );
    if (!isOver()) heard(memory);
    await delay(nextPairMs(memory.pairs));
  }
}
