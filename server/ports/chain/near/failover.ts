import { JsonRpcProvider } from 'near-api-js';
import {
  AccessKeyDoesNotExistError,
  AccountDoesNotExistError,
  ContractExecutionError,
  RequestValidationError,
  TransactionExecutionError,
  UnknownTransactionError,
} from 'near-api-js/rpc-errors';

/** A node has so long to answer; it waits itself for a transaction to be final. */
const ANSWER_MS = 25_000;
/** A node that is busy is asked so often, ms of pause between. */
const RETRIES = { retries: 3, wait: 200, backoff: 2 };

/** True for what the chain says itself, so that every other node would say it, too. */
export function isAnswer(error: unknown): boolean {
  return [
    AccessKeyDoesNotExistError,
    AccountDoesNotExistError,
    ContractExecutionError,
    RequestValidationError,
    TransactionExecutionError,
    UnknownTransactionError,
  ].some((kind) => error instanceof kind);
}

type MethodName = Parameters<JsonRpcProvider['sendJsonRpc']>[0];

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the node did not answer in time')), ANSWER_MS);
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
  #current = 0;

  constructor(urls: readonly string[]) {
    super({ url: urls[0]! });
    this.#nodes = urls.map((url) => new JsonRpcProvider({ url }, RETRIES));
  }

  override async sendJsonRpc<Method extends MethodName, Params, Result>(
    method: Method,
    params: Params,
  ): Promise<Result> {
    let problem: unknown;
    const first = this.#current;
    for (let tried = 0; tried < this.#nodes.length; tried += 1) {
      const place = (first + tried) % this.#nodes.length;
      try {
        const node = this.#nodes[place]!;
        const answer = await within(node.sendJsonRpc<Method, Params, Result>(method, params));
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
