/**
 * Loaded into a server before its own code (`--import`): notes how much of its processor each turn of the event loop
 * took, which says what one caller costs the others whatever else the machine does. Figures go to the file of
 * `RONDO_TURNS`.
 */
import { renameSync, writeFileSync } from 'node:fs';

const EVERY_MS = 5;
const TELL_MS = 500;

const file = process.env.RONDO_TURNS;
const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (file) {
  let turns: number[] = [];
  let beforeMs = usedMs();
  setInterval(() => {
    const nowMs = usedMs();
    turns.push(nowMs - beforeMs);
    beforeMs = nowMs;
  }, EVERY_MS).unref();
  setInterval(() => {
    // Callers wait for the longest ones.
    turns = turns.sort((a, b) => b - a).slice(0, 1000);
    writeFileSync(`${file}.new`, JSON.stringify(turns));
    renameSync(`${file}.new`, file);
  }, TELL_MS).unref();
}
