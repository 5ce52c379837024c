import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Longest that requests are begun in one turn of the event loop, in ms. */
const TURN_MS = 5;
/** Requests that may wait; each has a line of its own, or is one of many on a line that does not wait for answers. */
const MOST_WAITING = 5000;

interface Waiting {
  readonly begin: () => void;
  readonly sinceMs: number;
}

/**
 * Requests in the order in which they come, a few in each turn of the event loop. Node takes one new line in a turn, so
 * a crowd whose requests were all begun in one would let newcomers wait for as many turns as there are of them, each as
 * long as all that the crowd asks for.
 */
export class RequestRow {
  #waiting: Waiting[] = [];
  #isTurn = false;
  #untilMs = 0;

  /** Requests in the row. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How long the first in the row has waited, in ms. */
  get waitMs(): number {
    const [first] = this.#waiting;
    return first ? performance.now() - first.sinceMs : 0;
  }

  /** Begins a request now, or when its turn comes; false where too many wait. */
  run(begin: () => void): boolean {
    const nowMs = performance.now();
    if (!this.#isTurn) {
      this.#isTurn = true;
      this.#untilMs = nowMs + TURN_MS;
      setImmediate(this.#turn);
    }
    if (this.#waiting.length === 0 && nowMs < this.#untilMs) begin();
    else if (this.#waiting.length >= MOST_WAITING) return false;
    else this.#waiting.push({ begin, sinceMs: nowMs });
    return true;
  }

  readonly #turn = (): void => {
    this.#untilMs = performance.now() + TURN_MS;
    this.#step();
  };

  readonly #step = (): void => {
    if (this.#waiting.length > 0 && performance.now() >= this.#untilMs) {
      setImmediate(this.#turn);
      return;
    }
    const next = this.#waiting.shift();
    if (!next) {
      this.#isTurn = false;
      return;
    }
    next.begin();
    // Behind all that the request does without waiting for anything outside, such as asking the embedded database.
    queueMicrotask(() => process.nextTick(this.#step));
  };
}

/** A server whose requests go through the row. */
export function serveInRow(
  row: RequestRow,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  options: { readonly requestTimeout: number; readonly maxRequestsPerSocket: number },
): Server {
  const server = createServer(options, (request, response) => {
    const isBegun = row.run(() => {
      // Who went away meanwhile is owed nothing.
      if (!request.socket.destroyed) handle(request, response);
    });
    if (!isBegun) response.writeHead(503, { connection: 'close', 'retry-after': '2' }).end();
  });
  server.maxRequestsPerSocket = options.maxRequestsPerSocket;
  return server;
}
