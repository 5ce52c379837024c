import type { FastifyBaseLogger } from 'fastify';
import type { Loop } from '../../../src/data/contract/loop.ts';
import {
  CollectionLicenceSchema,
  type HeldLicence,
  type PartnerCollection,
  type Price,
} from '../../../src/data/contract/plans.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { listRows } from '../../ports/database/rows.ts';
import { findProducts } from '../grants/grants.ts';
import type { PriceList, Region } from './prices.ts';

export interface CollectionsContext {
  readonly database: Database;
  readonly prices: Pick<PriceList, 'find'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The packs of partners, in the order of the house. */
async function findCollections(queries: Queries) {
  const rows = await queries
    .selectFrom('packs')
    .select(['id', 'product', 'name', 'partner', 'description', 'licence'])
    .where('product', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ product, partner, licence, ...pack }) => ({
    ...pack,
    product: product ?? '',
    partner: partner ?? '',
    licence: CollectionLicenceSchema.parse(JSON.parse(licence ?? '')),
  }));
}

/** What the loops of each pack are called, as the manifest orders them. */
async function findNames(queries: Queries, packIds: readonly string[]) {
  const offered = { packId: packIds, approval: 'approved', isRemoved: false } as const;
  const columns = ['id', 'packId', 'category', 'doc'] as const;
  const rows = await listRows(queries, 'loops', offered, ['created', 'id'], { columns });
  return rows.map(({ id, packId, category, doc }) => ({
    packId,
    shown: { id, name: (doc as Loop).name ?? '', category },
  }));
}

/** Collections of partners: what there are, and which an account holds. */
export function collectionsService({ database, prices, log }: CollectionsContext) {
  const { queries } = database;

  /** Null where it cannot be bought now, also because the till does not answer: everything else is shown then, too. */
  async function priceOf(product: string, region: Region): Promise<Price | null> {
    try {
      return await prices.find(product, region);
    } catch (error) {
      log.warn({ err: error }, 'a collection is shown without its price');
      return null;
    }
  }

  return {
    /** All of them, with names of their loops; the loops themselves are for holders. */
    async list(
      identity: Identity | null,
      region: Region,
    ): Promise<{ collections: PartnerCollection[] }> {
      const found = await findCollections(queries);
      const ids = found.map(({ id }) => id);
      const names = await findNames(queries, ids);
      const held = await findProducts(queries, identity?.userId, Date.now());
      const collections = found.map(async (one) => {
        const loops = names.flatMap(({ packId, shown }) => (packId === one.id ? [shown] : []));
        const price = await priceOf(one.product, region);
        return { ...one, loopCount: loops.length, loops, price, isOwned: held.has(one.product) };
      });
      return { collections: await Promise.all(collections) };
    },

    /** Licences that the account holds now, each once, the newest first. */
    async licences({ userId }: Identity): Promise<{ licenses: HeldLicence[] }> {
      const collections = await findCollections(queries);
      const nowMs = Date.now();
      const rows = await queries
        .selectFrom('grants')
        .select(['product', 'source', 'created'])
        .where('userId', '=', userId)
        .where('source', 'in', ['purchase', 'code'])
        .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)]))
        .orderBy('created')
        .execute();
      const licenses = collections.flatMap(({ id, product, name, partner, licence }) => {
        const first = rows.find((row) => row.product === product);
        if (!first || first.source === 'subscription') return [];
        const { created: since, source } = first;
        return [{ collectionId: id, product, name, partner, licence, since, source }];
      });
      return { licenses: licenses.sort((a, b) => b.since - a.since) };
    },
  };
}
