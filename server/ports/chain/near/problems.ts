import {
  ContractExecutionError,
  CostOverflowError,
  HostGasExceededError,
  HostGasLimitExceededError,
  InvalidChainError,
  InvalidNonceError,
  InvalidReceiverIdError,
  InvalidSignatureError,
  InvalidSignerIdError,
  InvalidTransactionVersionError,
  ShardCongestedError,
  ShardStuckError,
  StorageInternalError,
  TransactionExecutionError,
  TransactionExpiredError,
  TransactionSizeExceededError,
} from 'near-api-js/rpc-errors';
import { ChainRefusal, ChainUnavailable } from '../chain.ts';

/** What no later block makes good; a balance, a key or a block that is behind may still change. */
const FOR_EVER = [
  CostOverflowError,
  InvalidChainError,
  InvalidNonceError,
  InvalidReceiverIdError,
  InvalidSignatureError,
  InvalidSignerIdError,
  InvalidTransactionVersionError,
  TransactionExpiredError,
  TransactionSizeExceededError,
];
const FOR_NOW = [ShardCongestedError, ShardStuckError, StorageInternalError];

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What the port throws where a transaction was not taken. */
export function sendProblem(error: unknown): ChainRefusal | ChainUnavailable {
  const isRefused =
    error instanceof TransactionExecutionError && !FOR_NOW.some((kind) => error instanceof kind);
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
    error instanceof HostGasExceededError ||
    error instanceof HostGasLimitExceededError ||
    (error instanceof ContractExecutionError && /exceeded.*gas|gas.*exceeded/i.test(error.message))
  );
}
