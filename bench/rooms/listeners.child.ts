/** Many listeners in a process of their own: what they are told, how much of it and when. Driven by `crowd.ts`. */
import type { Order, Report } from './crowd.ts';
import { openWire, type Wire } from './wire.ts';

/** So many connections are begun at once. */
const AT_ONCE = 25;

const wires: Wire[] = [];
/** When listeners had the event of a number. */
let heard: Record<string, number[]> = {};
/** Bytes by kind of news. */
let bytes: Record<string, number> = {};
let sample = '';
let timers: NodeJS.Timeout[] = [];

function hear(text: string, size: number, atMs: number): void {
  const kind = text.slice(4, text.indexOf('"', 4));
  bytes[kind] = (bytes[kind] ?? 0) + size;
  if (kind !== 'events') return;
  sample = text;
  for (const [, number] of text.matchAll(/"number":(\d+)/g)) {
    heard[number!] ??= [];
    heard[number!]!.push(atMs);
  }
}

const report = (what: Report) => process.send!(what);

async function connect(order: Order & { kind: 'connect' }): Promise<void> {
  const waiting = [...order.to];
  const lane = async () => {
    for (let to = waiting.shift(); to; to = waiting.shift()) wires.push(await openWire(to, hear));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  report({ kind: 'connected' });
}

/** The first so many touch a ring without end: `perSec` touches each, as a finger that drags. */
function act({ jamId, count, perSec, rifffId }: Order & { kind: 'act' }): void {
  for (const wire of wires.slice(0, count)) {
    wire.send('activity', { jamId, activity: 'editing' });
    let turn = Math.random();
    const touch = () => {
      turn = (turn + 0.01) % 1;
      wire.send('touch', { jamId, rifffId, slot: 0, turn, depth: 0.5 });
    };
    timers.push(setInterval(touch, 1000 / perSec));
  }
}

process.on('message', (order: Order) => {
  if (order.kind === 'connect') {
    connect(order).catch((error: unknown) => report({ kind: 'failed', reason: String(error) }));
  } else if (order.kind === 'act') act(order);
  else if (order.kind === 'rest') {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  } else {
    report({ kind: 'told', heard, bytes, sample });
    heard = {};
    bytes = {};
  }
});
