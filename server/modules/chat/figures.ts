import { Gauge, type Registry } from 'prom-client';
import type * as z from 'zod';
import type { AnswerFiguresSchema } from '../../../src/data/contract/notices.ts';
import type { Queries } from '../../ports/database/database.ts';

export type AnswerFigures = z.output<typeof AnswerFiguresSchema>;

const DAY_MS = 86_400_000;
/** The last days that the figures are of. */
const DAYS = 30;
/** An answer in this time is one "within moments". */
export const SOON_MS = 600_000;
/** Figures are kept so long: they read the first rifff of every account. */
const KEPT_MS = 60_000;

/** The middle of some numbers, the mean of both where there are two; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)]!;
  return Number.isInteger(half) ? (sorted[half - 1]! + upper) / 2 : upper;
}

/**
 * How soon the first rifffs of accounts of the last days were answered by another account. Those of the demo do not count, nor pupils.
 * @param nowMs milliseconds since the epoch
 */
export async function readAnswerFigures(queries: Queries, nowMs: number): Promise<AnswerFigures> {
  const firsts = queries
    .selectFrom('rifffs')
    .innerJoin('accounts', 'accounts.id', 'rifffs.userId')
    .where('accounts.isDemo', '=', false)
    .where('accounts.classId', 'is', null)
    .groupBy('rifffs.userId')
    .select((build) => ['rifffs.userId', build.fn.min('rifffs.created').as('first')])
    .having((build) => build.fn.min('rifffs.created'), '>=', nowMs - DAYS * DAY_MS)
    .as('firsts');
  const rows = await queries
    .selectFrom(firsts)
    .innerJoin('rifffs as own', (join) =>
      join.onRef('own.userId', '=', 'firsts.userId').onRef('own.created', '=', 'firsts.first'),
    )
    .leftJoin('rifffs as answers', (join) =>
      join
        .onRef('answers.parentJamId', '=', 'own.jamId')
        .onRef('answers.parentId', '=', 'own.id')
        .onRef('answers.userId', '!=', 'own.userId'),
    )
    .groupBy(['firsts.userId', 'firsts.first'])
    .select((build) => ['firsts.first', build.fn.min('answers.created').as('answered')])
    .execute();
  const waits = rows.flatMap(({ first, answered }) =>
    answered === null ? [] : [Number(answered) - Number(first)],
  );
  const soon = waits.filter((ms) => ms <= SOON_MS).length;
  return {
    days: DAYS,
    firstRifffs: rows.length,
    answeredShare: rows.length > 0 ? soon / rows.length : 0,
    medianMs: median(waits),
  };
}

/** The same figures, read once a minute at most however many ask. */
export function answerFigures(queries: Queries): () => Promise<AnswerFigures> {
  let kept: { readonly atMs: number; readonly figures: Promise<AnswerFigures> } | undefined;
  return () => {
    const nowMs = Date.now();
    if (!kept || Math.abs(nowMs - kept.atMs) >= KEPT_MS) {
      const figures = readAnswerFigures(queries, nowMs);
      kept = { atMs: nowMs, figures };
      figures.catch(() => {
        kept = undefined;
      });
    }
    return kept.figures;
  };
}

/** Puts the figures into `/metrics`. The median is NaN while there is none. */
export function measureAnswers(registry: Registry, read: () => Promise<AnswerFigures>): void {
  const gauge = (name: string, help: string, of: (figures: AnswerFigures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A database that is away takes nothing else out of the metrics.
        const figures = await read().catch(() => null);
        this.set(figures ? of(figures) : Number.NaN);
      },
    });
  gauge(
    'rondo_first_rifffs',
    `First rifffs of accounts in the last ${DAYS} days`,
    ({ firstRifffs }) => firstRifffs,
  );
  gauge(
    'rondo_first_rifffs_answered_ratio',
    'Share of them that another person answered within ten minutes',
    ({ answeredShare }) => answeredShare,
  );
  gauge(
    'rondo_first_answer_median_seconds',
    'Median time to the first answer of them; NaN without any',
    ({ medianMs }) => (medianMs === null ? Number.NaN : medianMs / 1000),
  );
}
