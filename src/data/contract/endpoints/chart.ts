import * as z from 'zod';
import { CHART_CALLS, type Endpoint } from '../calls.ts';
import {
  ChartQuerySchema,
  ChartSchema,
  WeekParamsSchema,
  WinnerBodySchema,
  WinnersQuerySchema,
} from '../chart.ts';
import { SharedRifffSchema } from '../sharing.ts';

export const CHART_ENDPOINTS = {
  chart: {
    ...CHART_CALLS.chart,
    summary: 'The chart of this week, or of one before; rifffs as the feed has them',
    query: ChartQuerySchema,
    data: ChartSchema,
    errors: ['bad_request'],
  },
  rifffsOfTheWeek: {
    ...CHART_CALLS.rifffsOfTheWeek,
    summary:
      'Rifffs of the week, the latest week first, each with its look, its week and why it won',
    query: WinnersQuerySchema,
    data: z.array(SharedRifffSchema),
    errors: ['bad_request'],
  },
  chooseWinner: {
    ...CHART_CALLS.chooseWinner,
    summary: 'Chooses the rifff of a week that is over, or that there is none, with a reason',
    access: 'moderator',
    params: WeekParamsSchema,
    body: WinnerBodySchema,
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
