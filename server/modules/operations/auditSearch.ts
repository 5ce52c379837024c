import { sql } from 'kysely';
import type { AuditPage, AuditQuery } from '../../../src/data/contract/operations.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import { presentAudit, selectAudit } from '../audit/audit.ts';

/** Lines of the audit that fit, newest first, and where the next page begins. An entry that is gone begins anew. */
export async function searchAudit(
  queries: Queries,
  { who, action, from, until, after, limit }: AuditQuery,
): Promise<AuditPage> {
  let rows = selectAudit(queries);
  if (who) {
    const named = queries
      .selectFrom('accounts')
      .select('id')
      .where('idFolded', '=', who.toLowerCase());
    rows = rows.where((where) =>
      where.or([where('audit.moderatorId', 'in', named), where('audit.userId', 'in', named)]),
    );
  }
  if (action) rows = rows.where('audit.action', '=', action);
  if (from !== undefined) rows = rows.where('audit.created', '>=', from);
  if (until !== undefined) rows = rows.where('audit.created', '<', until);
  const last = after && (await findRow(queries, 'audit', { id: after }, ['id', 'created']));
  if (last) {
    const place = sql`${sql.ref('audit.created')}, ${sql.ref('audit.id')}`;
    rows = rows.where(sql<boolean>`(${place}) < (${last.created}, ${last.id})`);
  }
  const found = await rows.limit(limit + 1).execute();
  const entries = found.slice(0, limit).map(presentAudit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
