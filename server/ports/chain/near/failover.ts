import { JsonRpcProvider } from 'near-api-js';
import * as near from 'near-api-js/rpc-errors';

/** A node has so long to answer, ms; it waits itself for a transaction to be final. */
const PATIENCE_MS = { reading: 8000, sending: 30_000 };
/** Methods that wait for a transaction. */
const SENDING: readonly string[] = ['send_tx', 'tx'];
/** A node that is busy is asked so often, ms of pause between. */
const RETRIES = { retries: 3, wait: 200, backoff: 2 };

/** True for what the chain says itself, so that every other node would say it, too. */
export function isAnswer(error: unknown): boolean {
  return [
    near.AccessKeyDoesNotExistError,
    near.AccountDoesNotExistError,
    near.ContractExecutionError,
    near.RequestValidationError,
    near.TransactionExecutionError,
    near.UnknownTransactionError,
  ].some((kind) => error instanceof kind);
}

type MethodName = Parameters<JsonRpcProvider['sendJsonRpc']>[0];

async function within<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the node did not answer in time')), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Nodes of a network, asked one after the other until one answers; the one that did is asked first from then on.
 * `FailoverRpcProvider` of near-api-js does not do: it asks on after refusals of the chain, loses what they were,
 * prints them, and waits for ever where a node keeps silent.
 */
export class FailoverProvider extends JsonRpcProvider {
  readonly #nodes: readonly JsonRpcProvider[];
  readonly #patienceMs: typeof PATIENCE_MS;
  #current = 0;

  constructor(urls: readonly string[], patienceMs = PATIENCE_MS) {
    super({ url: urls[0]! });
    this.#patienceMs = patienceMs;
    this.#nodes = urls.map((url) => new JsonRpcProvider({ url }, RETRIES));
  }

  override async sendJsonRpc<Method extends MethodName, Params, Result>(
    method: Method,
    params: Params,
  ): Promise<Result> {
    let problem: unknown;
    const kind = SENDING.includes(method) ? 'sending' : 'reading';
    const first = this.#current;
    for (let tried = 0; tried < this.#nodes.length; tried += 1) {
      const place = (first + tried) % this.#nodes.length;
      try {
        const node = this.#nodes[place]!;
        const asked = node.sendJsonRpc<Method, Params, Result>(method, params);
        const answer = await within(asked, this.#patienceMs[kind]);
        this.#current = place;
        return answer;
      } catch (error) {
        if (isAnswer(error)) {
          this.#current = place;
          throw error;
        }
        problem = error;
      }
    }
    throw problem;
  }
}
