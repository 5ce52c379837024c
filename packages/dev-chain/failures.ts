/** How things go wrong on the chain, in the shapes of nearcore: https://docs.near.org/api/rpc/errors */

/** A fact of the chain in JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A transaction that is not taken: it has no effect, and its `InvalidTxError` says why. */
export class InvalidTransaction extends Error {
  readonly reason: Json;

  constructor(reason: Json) {
    super(`invalid transaction: ${JSON.stringify(reason)}`);
    this.reason = reason;
  }
}

/** An action of a receipt that cannot be done: the receipt fails with this `ActionErrorKind`. */
export class ActionFailure extends Error {
  readonly kind: Json;

  constructor(kind: Json) {
    super(`action failed: ${JSON.stringify(kind)}`);
    this.kind = kind;
  }
}

/** A call that cannot be done, as an outcome of a transaction and a view each say it. */
export class CallFailure extends Error {
  /** `FunctionCallError` of an outcome. */
  readonly inOutcome: Json;
  /** `vm_error` of a view. */
  readonly inView: Json;

  constructor(inOutcome: Json, inView: Json = inOutcome) {
    super(`call failed: ${JSON.stringify(inOutcome)}`);
    this.inOutcome = inOutcome;
    this.inView = inView;
  }
}

/** Ends a call as a contract that panics does. */
export const panicked = (message: string) =>
  new CallFailure(
    { ExecutionError: `Smart contract panicked: ${message}` },
    { HostError: { GuestPanic: { panic_msg: message } } },
  );
export const noContract = (accountId: string) =>
  new CallFailure({ CompilationError: { CodeDoesNotExist: { account_id: accountId } } });
export const noMethod = () => new CallFailure({ MethodResolveError: 'MethodNotFound' });
export const gasExceeded = () =>
  new CallFailure(
    { ExecutionError: 'Exceeded the prepaid gas.' },
    { HostError: 'GasLimitExceeded' },
  );
export const balanceExceeded = () =>
  new CallFailure(
    { ExecutionError: 'Exceeded the account balance.' },
    { HostError: 'BalanceExceeded' },
  );
/** @param method of the host, as nearcore calls it */
export const prohibitedInView = (method: string) =>
  new CallFailure(
    { ExecutionError: `${method} is not allowed in view calls` },
    { HostError: { ProhibitedInView: { method_name: method } } },
  );
