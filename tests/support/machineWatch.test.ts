import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';

/** Watches until it is told to stop. */
const WATCHER = `
import { watchMachine } from '${join(import.meta.dirname, 'machineWatch.ts')}';
const stop = await watchMachine();
process.send('watching');
await new Promise((resolve) => process.once('message', resolve));
process.send(await stop());
process.disconnect();`;

it.skipIf(process.platform === 'win32')(
  'a stop of everything is seen, and how long it was',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', WATCHER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    child.kill('SIGSTOP');
    await delay(400);
    child.kill('SIGCONT');
    child.send('stop');
    const [{ worstMs, lostMs }] = await once(child, 'message');
    expect(worstMs).toBeGreaterThan(350);
    expect(lostMs).toBeGreaterThanOrEqual(worstMs);
  },
);
