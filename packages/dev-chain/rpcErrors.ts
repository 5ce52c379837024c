import type { InvalidTransaction, Json } from './failures.ts';

/** What a request of the JSON-RPC is refused with: https://docs.near.org/api/rpc/errors */
export abstract class RpcRefusal extends Error {
  abstract shown(): { readonly [key: string]: Json };
}

/** The request was understood, and cannot be answered. */
export class HandlerError extends RpcRefusal {
  readonly why: { readonly name: string; readonly info: Json };
  readonly data: Json;

  constructor(name: string, info: Json, data: Json = name) {
    super(name);
    this.why = { name, info };
    this.data = data;
  }

  shown() {
    const { why: cause, data } = this;
    return { name: 'HANDLER_ERROR', cause, code: -32000, message: 'Server error', data };
  }
}

/** The request is not one. */
export class RequestError extends RpcRefusal {
  readonly why: { readonly name: string; readonly info: Json };
  readonly #code: number;

  constructor(why: RequestError['why'], code: number, message: string) {
    super(message);
    this.why = why;
    this.#code = code;
  }

  shown() {
    const { why: cause, message } = this;
    return { name: 'REQUEST_VALIDATION_ERROR', cause, code: this.#code, message, data: message };
  }
}

/** @param reason names what is wrong with the request */
export const parseError = (reason: string) =>
  new RequestError(
    { name: 'PARSE_ERROR', info: { error_message: reason } },
    -32700,
    `Parse error: ${reason}`,
  );
export const methodNotFound = (method: string) =>
  new RequestError(
    { name: 'METHOD_NOT_FOUND', info: { method_name: method } },
    -32601,
    `Method not found: ${method}`,
  );

/** A transaction that is not taken, as the JSON-RPC says it. */
export const refusedTransaction = ({ reason }: InvalidTransaction) =>
  new HandlerError('INVALID_TRANSACTION', {}, { TxExecutionError: { InvalidTxError: reason } });
