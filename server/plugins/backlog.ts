import { setTimeout as wait } from 'node:timers/promises';

/**
 * Works through what piled up in an older version, step by step while the server runs: repeats a step until it answers
 * false, and rests after each for as long as it took, so that half of the database stays with those who call.
 * @param isOver asked before each step, for a server that closes
 */
export async function workThrough(
  step: () => Promise<boolean>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const fromMs = performance.now();
    if (!(await step())) return;
    await wait(performance.now() - fromMs);
  }
}
