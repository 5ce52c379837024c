/** A page that follows a room, with clocks that go wrong by as much as they are told to. Driven by `pages.ts`. */
import { createEngine } from '../../../src/audio/engine/createEngine.ts';
import type { RoomTransport } from '../../../src/data/contract/live.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { seeded } from '../../../tests/together/line.ts';

/** How a page is to follow. */
export interface FollowOrder {
  readonly transport: RoomTransport;
  readonly seed: number;
  /** One way, in ms: at least, and up to so much more. */
  readonly oneWayMs: number;
  readonly jitterMs: number;
}

/** What was heard at one moment, by this page's true clock; null for silence. */
export interface Heard {
  readonly atMs: number;
  readonly heardMs: number;
  readonly heardFrame: number;
  readonly originFrame: number | null;
}

const EVERY_MS = 20;
const samples: Heard[] = [];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(order: FollowOrder): Promise<{ beganMs: number }> {
  const { transport, seed, oneWayMs, jitterMs } = order;
  const { skew, trueNow } = window.benchClock;
  const random = seeded(seed);
  const engine = createEngine();
  await engine.unlock();
  const way = () => wait(oneWayMs + jitterMs * random());
  const loop = makeLoop({ sound: impulse(0.9), length16ths: 4 });
  const rifff = { ...makeRifff([loop]), _id: transport.rifffId! };
  const beganMs = trueNow();
  const following = await engine.followRoom({
    async probe() {
      await way();
      const atMs = await window.roomNow();
      await way();
      return { atMs };
    },
    rifff: async () => rifff,
  });
  following.setTransport(transport);
  setInterval(() => {
    const place = engine.inStep.place();
    if (!place) return;
    const { heard, playing } = place;
    samples.push({
      atMs: trueNow(),
      heardMs: heard.performanceMs / (1 + skew),
      heardFrame: heard.frame,
      originFrame: playing?.originFrame ?? null,
    });
  }, EVERY_MS);
  return { beganMs };
}

/** What this page's true clock is behind the room's, by the fastest of many answers. */
async function behindMs(): Promise<number> {
  const { trueNow } = window.benchClock;
  let [best, behind] = [Number.POSITIVE_INFINITY, 0];
  for (let probe = 0; probe < 200; probe++) {
    const sent = trueNow();
    const at = await window.roomNow();
    const trip = trueNow() - sent;
    if (trip < best) [best, behind] = [trip, at - (sent + trip / 2)];
  }
  return behind;
}

const bench = { follow, behindMs, samples: () => samples };

declare global {
  interface Window {
    togetherBench?: typeof bench;
    /** Set before the page begins: how much faster its clock goes than the true one. */
    benchClock: { readonly skew: number; trueNow(): number };
    /** The room's clock, without any line between. */
    roomNow(): Promise<number>;
  }
}

window.togetherBench = bench;
