import * as near from 'near-api-js/rpc-errors';
import { ChainRefusal, ChainUnavailable } from '../chain.ts';

/** What no later block makes good; a balance, a key or a block that is behind may still change. */
const FOR_EVER = [
  near.CostOverflowError,
  near.InvalidChainError,
  near.InvalidNonceError,
  near.InvalidReceiverIdError,
  near.InvalidSignatureError,
  near.InvalidSignerIdError,
  near.InvalidTransactionVersionError,
  near.TransactionExpiredError,
  near.TransactionSizeExceededError,
];
const FOR_NOW = [near.ShardCongestedError, near.ShardStuckError, near.StorageInternalError];

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the port throws where a transaction was not taken. */
export function sendProblem(error: unknown): ChainRefusal | ChainUnavailable {
  const isRefused =
    error instanceof near.TransactionExecutionError &&
    !FOR_NOW.some((kind) => error instanceof kind);
  return isRefused
    ? new ChainRefusal(
        wordsOf(error),
        FOR_EVER.some((kind) => error instanceof kind),
      )
    : unavailable(error);
}

/** What the port throws where nothing was read. */
export function unavailable(error: unknown): ChainUnavailable {
  return error instanceof ChainUnavailable
    ? error
    : new ChainUnavailable(wordsOf(error), { cause: error });
}

/** True where a view read more than its gas allows. */
export function isOutOfGas(error: unknown): boolean {
  return (
    error instanceof near.HostGasExceededError ||
    error instanceof near.HostGasLimitExceededError ||
    (error instanceof near.ContractExecutionError &&
      /exceeded.*gas|gas.*exceeded/i.test(error.message))
  );
}
