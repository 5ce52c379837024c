import { expect, test } from 'vitest';
import { newId } from '../rules/ids.ts';
import { dropKept, keptOf } from './database.ts';
import { replicate } from './replicate.ts';

test('a device that writes faster than it counts follows its database once at a time', async () => {
  const account = newId();
  const local = keptOf(account) as unknown as { listenerCount(event: string): number };
  // No server answers here: both directions wait, and what is written is counted all the same.
  const running = replicate(account, { stands() {}, came() {} });
  let most = 0;
  for (let turn = 0; turn < 20; turn++) {
    for (let at = 0; at < 10; at++) running.count();
    most = Math.max(most, local.listenerCount('destroyed'));
    await new Promise((resolve) => setTimeout(resolve));
  }
  running.stop();
  expect(most).toBeLessThan(10);
  await dropKept(account);
});
