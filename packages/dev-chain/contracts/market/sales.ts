import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, fromIndex, limit } from '../arguments.ts';
import { check, view } from '../calling.ts';
import { addRow, countRows, nextPlace, readRows, removeRow } from '../rows.ts';

/** A listing as views answer it. It holds only while the token's owner and approval are those of the listing. */
export interface Sale {
  readonly owner_id: string;
  readonly approval_id: number;
  readonly nft_contract_id: string;
  readonly token_id: string;
  /** Yocto. */
  readonly sale_conditions: string;
}
/** As the contract keeps it, with its place in lists. */
export type SaleRecord = Sale & { readonly place: number };

export const salesOf = (accountId: string) => `by/${accountId}`;
const salesIn = (nftContractId: string) => `in/${nftContractId}`;
const SALE = 'sale/';
const saleKey = (nftContractId: string, tokenId: string) => `${SALE}${nftContractId}.${tokenId}`;

async function readSale(host: Host, key: string): Promise<SaleRecord | undefined> {
  const text = await host.get(key);
  return text === null ? undefined : JSON.parse(text);
}

export const findSale = (host: Host, nftContractId: string, tokenId: string) =>
  readSale(host, saleKey(nftContractId, tokenId));

/** Panics where there is none. */
export async function needSale(
  host: Host,
  nftContractId: string,
  tokenId: string,
): Promise<SaleRecord> {
  const sale = await findSale(host, nftContractId, tokenId);
  check(sale, 'No sale');
  return sale;
}

/** Takes a listing away; does nothing where there is none. */
export async function dropSale(host: Host, nftContractId: string, tokenId: string): Promise<void> {
  const key = saleKey(nftContractId, tokenId);
  const sale = await readSale(host, key);
  if (!sale) return;
  host.remove(key);
  await removeRow(host, salesOf(sale.owner_id), sale.place);
  await removeRow(host, salesIn(nftContractId), sale.place);
}

/** Stores a listing. There must be none of that token. */
export async function addSale(host: Host, sale: Sale): Promise<void> {
  const { owner_id, approval_id, nft_contract_id, token_id, sale_conditions } = sale;
  const place = await nextPlace(host);
  const key = saleKey(nft_contract_id, token_id);
  const kept: SaleRecord = {
    owner_id,
    approval_id,
    nft_contract_id,
    token_id,
    sale_conditions,
    place,
  };
  host.set(key, JSON.stringify(kept));
  await addRow(host, salesOf(owner_id), place, key);
  await addRow(host, salesIn(nft_contract_id), place, key);
}

/** Another price for a listing that is there. */
export function changePrice(host: Host, sale: SaleRecord, price: bigint): void {
  host.set(
    saleKey(sale.nft_contract_id, sale.token_id),
    JSON.stringify({ ...sale, sale_conditions: String(price) }),
  );
}

function jsonSale({ place: _, ...sale }: SaleRecord): Sale {
  return sale;
}

async function salesPage(host: Host, list: string, from: number, limit: number): Promise<Sale[]> {
  const rows = await readRows(host, list, from, limit);
  return rows.map((row) => jsonSale(JSON.parse(row.value)));
}

/** As the tutorial has it: who does not say how many gets none. */
const page = { from_index: fromIndex, limit: limit(0) };
const byOwner = z.object({ account_id: account });
const byContract = z.object({ nft_contract_id: account });

/** Reading what is on sale, in the order of the listings. */
export const SALE_METHODS = {
  get_sale: view(z.object({ nft_contract_token: z.string() }), async (host, input) => {
    const sale = await readSale(host, SALE + input.nft_contract_token);
    return sale ? jsonSale(sale) : null;
  }),
  get_sales_by_owner_id: view(byOwner.extend(page), (host, input) =>
    salesPage(host, salesOf(input.account_id), input.from_index, input.limit),
  ),
  get_sales_by_nft_contract_id: view(byContract.extend(page), (host, input) =>
    salesPage(host, salesIn(input.nft_contract_id), input.from_index, input.limit),
  ),
  get_supply_by_owner_id: view(byOwner, async (host, input) =>
    String(await countRows(host, salesOf(input.account_id))),
  ),
  get_supply_by_nft_contract_id: view(byContract, async (host, input) =>
    String(await countRows(host, salesIn(input.nft_contract_id))),
  ),
};

/** How many tokens of that contract are on sale; no other's can be. */
export const supplyOf = (host: Host, nftContractId: string) =>
  countRows(host, salesIn(nftContractId));
