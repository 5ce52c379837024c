// Starts the server once with data that are thrown away, asks it for what every server is asked first, and ends it, so that
// its code is compiled where `NODE_COMPILE_CACHE` says.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const server = spawn(process.execPath, ['server/main.ts'], {
  env: {
    ...process.env,
    HOST: 'localhost',
    PORT: '0',
    RONDO_DATA: mkdtempSync(join(tmpdir(), 'rondo-warm-')),
    RONDO_RANDOM_STOCK: '0',
    RONDO_POSTERS: 'off',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
// On a busy machine it may not end within its time, which is no fault of the image; not to answer is one.
let hasAnswered = false;
server.on('exit', () => process.exit(hasAnswered ? 0 : 1));

for await (const line of createInterface({ input: server.stdout })) {
  console.log(line);
  const address = /^Rondo is ready at (\S+)/.exec(line)?.[1];
  if (!address) continue;
  for (const path of ['/healthz', '/', '/api/library/loops', '/api/rifff-feed/query?limit=8']) {
    const answer = await fetch(address + path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
  hasAnswered = true;
  server.kill('SIGTERM');
}
