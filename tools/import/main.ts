/** `npm run import -- PATH… --server URL --user NAME`; `--help` says the rest. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { run, type Terminal } from './command.ts';

const { stdin, stdout } = process;
const CLEAR = '\r\u001b[K';

/** Asks without showing what is typed. */
async function typed(question: string): Promise<string> {
  const fromSettings = process.env.RONDO_PASSWORD;
  if (fromSettings) return fromSettings;
  if (!stdin.isTTY) throw new Error('There is no one to ask for the password: set RONDO_PASSWORD.');
  const silent = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  stdout.write(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
    stdout.write('\n');
  }
}

let isOver = false;
const terminal: Terminal = {
  say(line) {
    if (isOver) stdout.write(CLEAR);
    isOver = false;
    console.log(line);
  },
  progress(line) {
    if (!stdout.isTTY) return;
    isOver = true;
    stdout.write(`${CLEAR}${line.slice(0, Math.max(20, stdout.columns - 1))}`);
  },
  password: typed,
};

// A first Ctrl-C ends it after what is under way; a second one at once.
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.exitCode = await run(process.argv.slice(2), terminal, stop.signal);
