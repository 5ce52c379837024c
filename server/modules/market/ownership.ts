import type { ExportOwned } from '../../kernel/ownership.ts';
import {
  inPages,
  mapPages,
  ownedRows,
  type RemovalStep,
  removalOf,
} from '../../ports/database/batches.ts';
import { listRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import { dropFiles } from './mintRepo.ts';

/** Rows of an export at a time. */
const PAGE = 100;

/** What an account linked, collected and made, as its export lists it. Amounts in yocto, times in ms. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const mint = ['jamId', 'rifffId', 'accountId', 'state', 'title'] as const;
  const tokens = queries
    .selectFrom('tokens')
    .innerJoin('walletAccounts', 'walletAccounts.accountId', 'tokens.ownerAccount')
    .select(['tokens.id', 'tokens.jamId', 'tokens.rifffId', 'tokens.title'])
    .select(['tokens.ownerAccount', 'tokens.price', 'tokens.metadata', 'tokens.minted'])
    .where('walletAccounts.userId', '=', userId);
  const made = queries
    .selectFrom('tokenMakers')
    .innerJoin('tokens', 'tokens.id', 'tokenMakers.tokenId')
    .select(['tokenMakers.tokenId', 'tokens.jamId', 'tokens.rifffId', 'tokens.title'])
    .where('tokenMakers.userId', '=', userId);
  return {
    wallets: rows('walletAccounts', ['linked', 'accountId'], ['publicKey']),
    mints: rows('mints', ['created', 'tokenId'], [...mint, 'txHash', 'problem', 'changed']),
    tokens: inPages(tokens, ['minted', 'id']),
    made: inPages(made, ['tokenId']),
    playAccounts: mapPages(rows('chainAccounts', ['created', 'id'], ['amount']), (page) =>
      page.map(({ id, ...row }) => ({ accountId: id, ...row })),
    ),
  };
};

/** Whose accounts of a chain are whose is known no more; the accounts stay their keys'. */
const wallets: RemovalStep = async (queries, userId) => {
  await removeRows(queries, 'walletAccounts', { userId });
  await removeRows(queries, 'walletChallenges', { userId });
  return null;
};

/**
 * What was not signed yet is not minted; what was signed may have been sent, so that it is finished without an account
 * here. What is done stands on the chain.
 */
const mints: RemovalStep = async (queries, userId) => {
  const first = { columns: ['tokenId', 'state'], most: PAGE } as const;
  const some = await listRows(queries, 'mints', { userId }, [], first);
  const idsOf = (isChosen: (state: string) => boolean) =>
    some.filter(({ state }) => isChosen(state)).map(({ tokenId }) => tokenId);
  const signed = idsOf((state) => state === 'signed');
  await updateRows(queries, 'mints', { tokenId: signed }, { userId: '' });
  const planned = idsOf((state) => state === 'planned');
  await dropFiles(queries, planned);
  const gone = idsOf((state) => state !== 'signed');
  await removeRows(queries, 'mints', { tokenId: gone });
  return some.length < PAGE ? null : [];
};

/** Accounts of the play-money chain forget who asked for them; they stay, as does what they have. */
const playAccounts: RemovalStep = async (queries, userId) => {
  await updateRows(queries, 'chainAccounts', { userId }, { userId: null });
  return null;
};

/** Takes an account off the market. Tokens are not its belongings: they are on the chain, and so are their files here. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  wallets,
  mints,
  // It is no maker of a token any more that it can be found by; what the chain pays, it goes on paying.
  removalOf('tokenMakers', 'tokenId'),
  playAccounts,
];
