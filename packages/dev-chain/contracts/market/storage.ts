import * as z from 'zod';
import { STORAGE_DEPOSIT_YOCTO } from '../../../../src/data/contract/constants.ts';
import type { Host } from '../../host.ts';
import { account, nothing } from '../arguments.ts';
import { check, oneYocto, payable, view } from '../calling.ts';
import { countRows } from '../rows.ts';
import { salesOf } from './sales.ts';

/** Yocto for each token that is on sale: a thousand bytes. */
const PER_SALE = BigInt(STORAGE_DEPOSIT_YOCTO);
const depositKey = (accountId: string) => `deposit/${accountId}`;

async function depositOf(host: Host, accountId: string): Promise<bigint> {
  return BigInt((await host.get(depositKey(accountId))) ?? 0);
}

async function salesPaid(host: Host, ownerId: string): Promise<{ paid: bigint; sales: bigint }> {
  const paid = await depositOf(host, ownerId);
  return { paid, sales: BigInt(await countRows(host, salesOf(ownerId))) };
}

/** True where the account has paid for one sale more than it has. */
export async function hasRoom(host: Host, ownerId: string): Promise<boolean> {
  const { paid, sales } = await salesPaid(host, ownerId);
  return paid >= (sales + 1n) * PER_SALE;
}

/** Panics unless the account has paid for one sale more than it has. */
export async function checkRoom(host: Host, ownerId: string): Promise<void> {
  const { paid, sales } = await salesPaid(host, ownerId);
  check(
    paid >= (sales + 1n) * PER_SALE,
    `Insufficient storage paid: ${paid}, for ${sales} sales at ${PER_SALE} rate of per sale`,
  );
}

/** What accounts pay for the room of their sales; they get back what is not in use. */
export const STORAGE_METHODS = {
  storage_deposit: payable(z.object({ account_id: account.nullish() }), async (host, input) => {
    const accountId = input.account_id ?? host.predecessor;
    const deposit = host.attachedDeposit;
    check(deposit >= PER_SALE, `Requires minimum deposit of ${PER_SALE}`);
    host.set(depositKey(accountId), String((await depositOf(host, accountId)) + deposit));
  }),
  storage_withdraw: oneYocto(nothing, async (host) => {
    const { paid, sales } = await salesPaid(host, host.predecessor);
    const used = sales * PER_SALE;
    if (paid > used) host.transfer(host.predecessor, paid - used);
    if (used > 0n) host.set(depositKey(host.predecessor), String(used < paid ? used : paid));
    else host.remove(depositKey(host.predecessor));
  }),
  storage_minimum_balance: view(nothing, async () => String(PER_SALE)),
  storage_balance_of: view(z.object({ account_id: account }), async (host, input) =>
    String(await depositOf(host, input.account_id)),
  ),
};
