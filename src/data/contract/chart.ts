import * as z from 'zod';
import { CHART_PAGE, FEED_MAX, WINNERS_PAGE } from './constants.ts';
import { IdSchema, timeMs, wholeNumber } from './fields.ts';
import { ModerationBodySchema, SharedRifffSchema } from './sharing.ts';

export const ChartQuerySchema = z.strictObject({
  /** 0 is the week that runs. */
  previousWeeks: wholeNumber(0, 5200).default(0),
  limit: wholeNumber(1, FEED_MAX).default(CHART_PAGE),
  skip: wholeNumber(0, 1_000_000).default(0),
});

/** The chart of a week, from Monday 00:00 UTC to the next; times in milliseconds since the epoch. */
export const ChartSchema = z.object({
  /** Highest first; each with its `chart`. */
  rifffs: z.array(SharedRifffSchema),
  start: z.number(),
  startISO: z.string(),
  /** The first moment of the next week. */
  end: z.number(),
  endISO: z.string(),
  meta: z.object({
    previousWeeks: z.int(),
    /** The week runs: points are still being counted. */
    isOpen: z.boolean(),
    limit: z.int(),
    skip: z.int(),
    isLastPage: z.boolean(),
  }),
});
export type Chart = z.infer<typeof ChartSchema>;

export const WinnersQuerySchema = z.strictObject({
  size: wholeNumber(1, FEED_MAX).default(WINNERS_PAGE),
  /** Winners that are passed over: the archive goes on from there. */
  from: wholeNumber(0, 1_000_000).default(0),
});

/** A week by the moment that it began, in milliseconds since the epoch. */
export const WeekParamsSchema = z.object({ start: timeMs });
/** Null: no winner that week. The reason of a choice stands beside the winner for everyone. */
export const WinnerBodySchema = ModerationBodySchema.extend({ shareId: IdSchema.nullable() });
