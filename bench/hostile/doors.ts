/** Attacks on the doors: many who guess a password, and bodies that hardly move. */
import { connect } from 'node:net';
import { TEST_PASSWORD } from '../../server/testing/calls.ts';

const GUESSERS = 150;
const HONEST = 10;
const SLOW_BODIES = 200;
const SLOW_STEP_MS = 7000;
/** How long slow bodies are watched; a server that waits for them has all of them open then. */
const SLOW_WATCH_MS = 120_000;

const address = (at: number) => `198.51.${100 + Math.floor(at / 250)}.${1 + (at % 250)}`;

async function post(url: string, path: string, body: object, from: string): Promise<number> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

export interface Guessing {
  /** Wrong passwords that were answered in all, by status. */
  readonly guesses: ReadonlyMap<number, number>;
  /** Honest log-ins that were answered with a session, of `honest`. */
  readonly passed: number;
  readonly honest: number;
  readonly slowestHonestMs: number;
}

/**
 * 150 guessers from as many addresses try passwords of one account for `durationMs`, while ten people who are known at
 * their own addresses sign in. The server must believe one proxy (`TRUST_PROXY=1`).
 */
export async function guess(url: string, durationMs: number): Promise<Guessing> {
  const nameOf = (at: number) => `honest${at}`;
  for (let at = 0; at < HONEST; at++) {
    const username = nameOf(at);
    const person = { username, email: `${username}@mail.example` };
    const secret = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
    const status = await post(url, '/signup', { ...person, ...secret }, `203.0.113.${at + 1}`);
    if (status !== 200) throw new Error(`the sign-up of ${username} was answered with ${status}`);
  }
  const guesses = new Map<number, number>();
  const until = performance.now() + durationMs;
  const guesser = async (_: unknown, at: number) => {
    for (let tried = 0; performance.now() < until; tried++) {
      const login = { username: nameOf(0), password: `wrong guess ${at} ${tried}` };
      const status = await post(url, '/auth/login', login, address(at)).catch(() => 0);
      guesses.set(status, (guesses.get(status) ?? 0) + 1);
      // Refused at once, a guesser tries again soon.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  let passed = 0;
  let slowestHonestMs = 0;
  const honest = async (_: unknown, at: number) => {
    await new Promise((resolve) => setTimeout(resolve, durationMs / 3));
    const from = performance.now();
    const login = { username: nameOf(at), password: TEST_PASSWORD };
    const status = await post(url, '/auth/login', login, `203.0.113.${at + 1}`).catch(() => 0);
    slowestHonestMs = Math.max(slowestHonestMs, performance.now() - from);
    if (status === 200) passed += 1;
  };
  await Promise.all([
    ...Array.from({ length: GUESSERS }, guesser),
    ...Array.from({ length: HONEST }, honest),
  ]);
  return { guesses, passed, honest: HONEST, slowestHonestMs };
}

export interface SlowBodies {
  readonly opened: number;
  /** Still open when the watch was over. */
  readonly open: number;
  /** When the last one was cut off, if all were. */
  readonly lastClosedMs: number;
}

/** Sends 200 sign-ups whose bodies come one byte every seven seconds. */
export async function crawl(url: string): Promise<SlowBodies> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  let open = 0;
  let lastClosedMs = 0;
  const sockets = Array.from({ length: SLOW_BODIES }, () => {
    const socket = connect(Number(port), hostname);
    open += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open -= 1;
      lastClosedMs = performance.now() - began;
    });
    socket.resume();
    socket.write(
      'POST /api/signup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n',
    );
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(' ');
  }, SLOW_STEP_MS);
  while (open > 0 && performance.now() - began < SLOW_WATCH_MS) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  clearInterval(timer);
  const left = open;
  for (const socket of sockets) socket.destroy();
  return { opened: SLOW_BODIES, open: left, lastClosedMs };
}
