import * as z from 'zod';

/** Accounts of the two contracts; what others say proves nothing. */
export interface Contracts {
  readonly nft: string;
  readonly market: string;
}

const status = z.union([
  z.string(),
  z.object({
    SuccessValue: z.string().nullish(),
    SuccessReceiptId: z.string().nullish(),
    Failure: z.unknown().optional(),
  }),
]);
const receipt = z.object({
  outcome: z.object({ executor_id: z.string(), logs: z.array(z.string()), status }),
});
/** One receipt of what `tx` and `send_tx` answer. */
export type Receipt = z.output<typeof receipt>;

const functionCall = z.object({
  FunctionCall: z.object({ method_name: z.string(), args: z.string() }),
});
/** What `tx` and `send_tx` answer, as far as it is read. */
export const transactionAnswer = z.object({
  final_execution_status: z.string(),
  transaction: z.object({
    hash: z.string(),
    signer_id: z.string(),
    receiver_id: z.string(),
    actions: z.array(z.unknown()),
  }),
  transaction_outcome: receipt,
  receipts_outcome: z.array(receipt),
});

/** A call of a method by a transaction, its arguments read. */
export interface MethodCall {
  readonly receiverId: string;
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** JSON in base64; undefined for what is none. */
export function readBase64(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Calls among the actions of a transaction. */
export function callsOf(receiverId: string, actions: readonly unknown[]): MethodCall[] {
  return actions.flatMap((action) => {
    const read = functionCall.safeParse(action);
    if (!read.success) return [];
    const { method_name, args } = read.data.FunctionCall;
    const given = z.record(z.string(), z.unknown()).safeParse(readBase64(args));
    return [{ receiverId, method: method_name, args: given.data ?? {} }];
  });
}
