import * as z from 'zod';
import type { ChainEvent, ChainOutcome } from '../chain.ts';
import { receiptEvents } from './receiptEvents.ts';
import {
  type Contracts,
  callsOf,
  type MethodCall,
  type Receipt,
  transactionAnswer,
} from './transaction.ts';

const yocto = z.string().regex(/^\d{1,39}$/);
const conditions = z.object({ sale_conditions: yocto });
const withMessage = z.object({ msg: z.string() });

/** A price as both generations of contracts are told it: itself, or within a message. */
function priceIn(args: MethodCall['args']): string | undefined {
  const plain = conditions.safeParse(args);
  if (plain.success) return plain.data.sale_conditions;
  const message = withMessage.safeParse(args);
  if (!message.success) return undefined;
  try {
    return conditions.safeParse(JSON.parse(message.data.msg)).data?.sale_conditions;
  } catch {
    return undefined;
  }
}

function eventOf(call: MethodCall, ownerId: string, contracts: Contracts): ChainEvent | undefined {
  const { receiverId, method, args } = call;
  const tokenId = args.token_id;
  if (typeof tokenId !== 'string') return undefined;
  if (receiverId === contracts.nft) {
    const price = method === 'nft_approve' ? priceIn(args) : undefined;
    const isHere = args.account_id === contracts.market;
    return price && isHere ? { kind: 'list', tokenId, ownerId, price } : undefined;
  }
  if (receiverId !== contracts.market || args.nft_contract_id !== contracts.nft) return undefined;
  switch (method) {
    case 'list_nft_for_sale':
      return { kind: 'list', tokenId, ownerId, price: priceIn(args) ?? null };
    case 'update_price':
      return { kind: 'price', tokenId, ownerId, price: yocto.safeParse(args.price).data ?? null };
    case 'remove_sale':
      return { kind: 'unlist', tokenId, ownerId, price: null };
    default:
      return undefined;
  }
}

/** What calls that went well did to listings, for markets that log nothing of them. */
function callEvents(
  calls: readonly MethodCall[],
  signerId: string,
  contracts: Contracts,
): ChainEvent[] {
  return calls.flatMap((call) => eventOf(call, signerId, contracts) ?? []);
}

/** Words of a failure: what the contract said, or else the name that the chain has for it. */
function failureWords(failure: unknown): string {
  const said = /"ExecutionError":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(failure));
  return said ? JSON.parse(said[1]!) : JSON.stringify(failure);
}

function failuresOf(receipts: readonly Receipt[]): string[] {
  return receipts.flatMap(({ outcome }) =>
    typeof outcome.status === 'object' && outcome.status.Failure !== undefined
      ? [failureWords(outcome.status.Failure)]
      : [],
  );
}

/** Ids of tokens of our contract that a call names. */
function tokenOf(call: MethodCall, contracts: Contracts): string | undefined {
  const { token_id, nft_contract_id } = call.args;
  const isOurs =
    call.receiverId === contracts.nft ||
    (call.receiverId === contracts.market && nft_contract_id === contracts.nft);
  return isOurs && typeof token_id === 'string' ? token_id : undefined;
}

/**
 * What became of a transaction, by what `tx` or `send_tx` answered. A transaction can end well while receipts inside
 * it failed, so every one of them is read.
 *
 * @throws ZodError for an answer of another shape
 */
export function readOutcome(given: unknown, contracts: Contracts): ChainOutcome {
  const { transaction, transaction_outcome, receipts_outcome, final_execution_status } =
    transactionAnswer.parse(given);
  const receipts = [transaction_outcome, ...receipts_outcome];
  const calls = callsOf(transaction.receiver_id, transaction.actions);
  const failures = failuresOf(receipts);
  const logged = receiptEvents(receipts, contracts);
  // Contracts of the tutorial say nothing of listings: then the calls do, where nothing in them failed.
  const isSaid = logged.some(
    ({ kind }) => kind === 'list' || kind === 'price' || kind === 'unlist',
  );
  const events =
    isSaid || failures.length > 0
      ? logged
      : [...logged, ...callEvents(calls, transaction.signer_id, contracts)];
  const named = calls.flatMap((call) => tokenOf(call, contracts) ?? []);
  return {
    hash: transaction.hash,
    signerId: transaction.signer_id,
    receiverId: transaction.receiver_id,
    methods: calls.map(({ method }) => method),
    isFinal: final_execution_status === 'FINAL',
    failures,
    events,
    tokenIds: [...new Set([...named, ...events.map(({ tokenId }) => tokenId)])],
  };
}
