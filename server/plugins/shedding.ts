import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { ENDPOINTS, type EndpointName, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/data/contract/errors.ts';
import { errorAnswer } from './errors.ts';
import type { RequestRow } from './requestRow.ts';

/** Reading that a page can do without for some seconds. What is saved, accounts, signing in and sound never wait. */
const CAN_WAIT: readonly EndpointName[] = [
  ...(['libraryLoops', 'libraryRandomLoop', 'libraryPacks', 'libraryCategories'] as const),
  ...(['libraryCreators', 'libraryRifffs', 'myJams', 'jam', 'jamRifffs', 'rifff'] as const),
  ...(['rifffLineage', 'rifffsQuery', 'jamTracks', 'feed', 'sharedBy', 'sharedRifff'] as const),
  ...(['oembed', 'profile', 'profiles'] as const),
];
const COVERS = 'GET /media/covers/:file';

/** How often it is looked at how the server does, in ms. */
const TICK_MS = 100;
/** Longest that anything may wait for its turn, in ms, before less is begun. */
const TARGET_MS = 100;
/** How many may be begun in one tick. */
const [FEWEST, FIRST, MOST] = [2, 50, 5000];
const [SHRINK, GROW] = [0.8, 1.1];
/** So many callers at a time are no crowd, however fast they are. */
const FEW = 8;
/** After so many ticks without a call nothing is measured any more. */
const IDLE_TICKS = 20;
/** Seconds that callers are told to wait, in turn, so that they do not come back together. */
const WAIT_SEC = [1, 2, 3] as const;

/**
 * How much may be begun in one tick: a tenth more while nothing waits long and all of it is used up, a fifth less while
 * something does. So it finds by itself what the machine can do beside all else that it does. It knows nothing of how
 * fast callers read their answers: slow ones can hold up no other.
 */
export class AdmissionRate {
  #perTick: number = FIRST;
  #left: number = FIRST;

  /**
   * May one more be begun in this tick?
   * @param making begun and not answered: more of them than a tick answers would wait longer than a tick
   */
  take(making: number): boolean {
    if (making >= this.#perTick) this.#left = 0;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** A tick is over. @param lagMs longest that anything waited for its turn, in ms */
  tick(lagMs: number): void {
    const isUsedUp = this.#left < 1;
    if (lagMs > TARGET_MS) this.#perTick = Math.max(FEWEST, this.#perTick * SHRINK);
    else if (isUsedUp && lagMs < TARGET_MS / 2) {
      this.#perTick = Math.min(MOST, this.#perTick * GROW + 1);
    }
    this.#left = Math.floor(this.#perTick);
  }
}

/**
 * Measures in every tick how long anything waits for its turn: callbacks for the event loop, compressing and files for
 * a thread of the pool, and answers for the database.
 */
class LagMeter {
  /** Answers in the making, oldest first, with the time when each was begun. */
  readonly #making = new Map<object, number>();
  #madeCount = 0;
  #madeMs = 0;
  #tickedMs = performance.now();
  #probedMs: number | undefined;
  #probeTookMs = 0;

  begin(key: object): void {
    this.#making.set(key, performance.now());
  }

  end(key: object): void {
    const startMs = this.#making.get(key);
    if (startMs === undefined) return;
    this.#making.delete(key);
    this.#madeCount += 1;
    this.#madeMs += performance.now() - startMs;
  }

  /** Answers in the making. */
  get making(): number {
    return this.#making.size;
  }

  get isIdle(): boolean {
    return this.#making.size === 0 && this.#madeCount === 0;
  }

  /** Begins anew after a time in which nothing was measured. */
  start(): void {
    this.#tickedMs = performance.now();
  }

  /** Longest wait of this tick in ms. To be called every `TICK_MS`. */
  read(): number {
    const nowMs = performance.now();
    const loopMs = nowMs - this.#tickedMs - TICK_MS;
    const poolMs = this.#probedMs === undefined ? this.#probeTookMs : nowMs - this.#probedMs;
    const madeMs = this.#madeCount > 0 ? this.#madeMs / this.#madeCount : 0;
    const [oldest] = this.#making.values();
    // One that is slow by itself says nothing of the others.
    const makingMs = oldest === undefined ? 0 : (nowMs - oldest) / 4;
    this.#tickedMs = nowMs;
    [this.#madeCount, this.#madeMs] = [0, 0];
    this.#probe();
    return Math.max(loopMs, poolMs, madeMs, makingMs);
  }

  /** Asks a thread of the pool for next to nothing. */
  #probe(): void {
    if (this.#probedMs !== undefined) return;
    const startMs = performance.now();
    this.#probedMs = startMs;
    randomBytes(1, () => {
      this.#probedMs = undefined;
      this.#probeTookMs = performance.now() - startMs;
    });
  }
}

/**
 * Answers 503 with `retry-after` at once to reading that can wait, when more of it comes than the machine answers in
 * time. It comes before everything else that a request goes through: sending away has to cost next to nothing.
 */
export function installShedding(
  app: FastifyInstance,
  row: Pick<RequestRow, 'waitMs' | 'waiting'>,
  registry: Registry,
): void {
  const shed = new Counter({
    name: 'rondo_requests_shed_total',
    help: 'Reading that was sent away because more came than could be answered in time',
    registers: [registry],
  });
  const canWait = new Set([COVERS]);
  for (const name of CAN_WAIT) {
    canWait.add(`${ENDPOINTS[name].method} ${endpointUrl(ENDPOINTS[name])}`);
  }
  const rate = new AdmissionRate();
  const meter = new LagMeter();
  let timer: NodeJS.Timeout | undefined;
  const unanswered = new WeakSet<FastifyRequest>();
  let [idleTicks, turn, atATime] = [0, 0, 0];
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = () => {
    idleTicks = meter.isIdle ? idleTicks + 1 : 0;
    rate.tick(Math.max(row.waitMs, meter.read()));
    if (idleTicks > IDLE_TICKS) stop();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const name = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
    if (!canWait.has(name)) return done();
    if (!timer) {
      meter.start();
      timer = setInterval(tick, TICK_MS).unref();
    }
    if (rate.take(meter.making) || atATime + row.waiting < FEW) {
      meter.begin(request);
      unanswered.add(request);
      atATime += 1;
      return done();
    }
    shed.inc();
    turn = (turn + 1) % WAIT_SEC.length;
    reply
      .code(ERROR_STATUS.unavailable)
      .headers({
        'retry-after': WAIT_SEC[turn],
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .type('application/json; charset=utf-8')
      .send(BUSY);
  });
  // Not when the last byte is sent: for a slow reader it would count as slow.
  app.addHook('onSend', (request, _reply, payload, done) => {
    meter.end(request);
    done(null, payload);
  });
  app.addHook('onResponse', async (request) => {
    meter.end(request);
    if (unanswered.delete(request)) atATime -= 1;
  });
  app.addHook('onClose', async () => stop());
}

const BUSY = JSON.stringify(
  errorAnswer('unavailable', 'Many people are here at present: try again in a moment'),
);
