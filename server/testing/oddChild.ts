/** A process that behaves as it is told. */
import { getPriority } from 'node:os';
import { answerJobs } from '../plugins/childProcess.ts';

const kept: Uint8Array[] = [];

answerJobs(async ({ act }: { act: string }) => {
  if (act === 'surroundings') return { names: Object.keys(process.env), priority: getPriority() };
  if (act === 'pid') return process.pid;
  if (act === 'bloat') {
    kept.push(new Uint8Array(64 * 1024 * 1024).fill(1));
    return process.pid;
  }
  if (act === 'nap') return new Promise((resolve) => setTimeout(resolve, 2300, 'rested'));
  if (act === 'throw') throw new Error('broken');
  if (act === 'die') process.kill(process.pid, 'SIGSEGV');
  const held: Uint8Array[] = [];
  for (;;) {
    // Memory outside of the heap, which no limit of the heap bounds.
    if (act === 'grow') held.push(new Uint8Array(4 * 1024 * 1024).fill(held.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
});
