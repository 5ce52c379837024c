import type { Host } from '../../host.ts';
import { check } from '../calling.ts';
import { addRow, nextPlace, removeRow } from '../rows.ts';
import type { Metadata } from './metadata.ts';

/** A token as the contract keeps it. */
export interface TokenRecord {
  readonly owner_id: string;
  readonly metadata: Metadata;
  /** Basis points by account. */
  readonly royalty: Readonly<Record<string, number>>;
  readonly approved_account_ids: Readonly<Record<string, number>>;
  readonly next_approval_id: number;
  /** Its place in lists. */
  readonly place: number;
}

export const ALL_TOKENS = 'all';
export const tokensOf = (accountId: string) => `of/${accountId}`;
export const tokenKey = (tokenId: string) => `token/${tokenId}`;

export async function findToken(host: Host, tokenId: string): Promise<TokenRecord | undefined> {
  const text = await host.get(tokenKey(tokenId));
  return text === null ? undefined : JSON.parse(text);
}

/** Panics where there is none. */
export async function needToken(host: Host, tokenId: string): Promise<TokenRecord> {
  const token = await findToken(host, tokenId);
  check(token, 'No token');
  return token;
}

/** Id of the approval that the account has; accounts may have names such as `constructor`. */
export function approvalOf(token: TokenRecord, accountId: string): number | undefined {
  const approvals = token.approved_account_ids;
  return Object.hasOwn(approvals, accountId) ? approvals[accountId] : undefined;
}

export function saveToken(host: Host, tokenId: string, token: TokenRecord): void {
  host.set(tokenKey(tokenId), JSON.stringify(token));
}

/** Stores a new token in every list. */
export async function addToken(
  host: Host,
  tokenId: string,
  made: Pick<TokenRecord, 'owner_id' | 'metadata' | 'royalty'>,
): Promise<void> {
  const place = await nextPlace(host);
  saveToken(host, tokenId, { ...made, approved_account_ids: {}, next_approval_id: 0, place });
  await addRow(host, ALL_TOKENS, place, tokenKey(tokenId));
  await addRow(host, tokensOf(made.owner_id), place, tokenKey(tokenId));
}

/** Gives a token to another account, with those approvals. */
export async function giveToken(
  host: Host,
  tokenId: string,
  token: TokenRecord,
  receiverId: string,
  approvals: Readonly<Record<string, number>> = {},
): Promise<void> {
  await removeRow(host, tokensOf(token.owner_id), token.place);
  await addRow(host, tokensOf(receiverId), token.place, tokenKey(tokenId));
  saveToken(host, tokenId, { ...token, owner_id: receiverId, approved_account_ids: approvals });
}

/** A token as views answer it (NEP-171, 177, 178). */
export function jsonToken(tokenId: string, token: TokenRecord) {
  return {
    token_id: tokenId,
    owner_id: token.owner_id,
    metadata: token.metadata,
    approved_account_ids: token.approved_account_ids,
    royalty: token.royalty,
  };
}
