/** What a loop is made from by the synthesiser of the house: the same order gives the same loop, sample by sample. */
import * as z from 'zod';
import { LIBRARY_CATEGORIES } from './categories.ts';
import { BpsSchema, RootSchema, ScaleSchema } from './loop.ts';

/** Families that loops are made for: those that come with the house, but for partners' collections. */
export const MADE_FAMILIES = ['ember-street', 'slow-tide', 'glass-rain'] as const;
export type MadeFamily = (typeof MADE_FAMILIES)[number];

export const LoopOrderSchema = z.strictObject({
  /** Grows whenever the same order would sound different. */
  version: z.literal(1),
  family: z.enum(MADE_FAMILIES),
  category: z.enum(LIBRARY_CATEGORIES),
  seed: z.int().min(0).max(0xffff_ffff),
  /** Quarter notes per second; the loop is rendered at this tempo, never stretched. */
  bps: BpsSchema,
  root: RootSchema,
  scale: ScaleSchema,
  /** Bars of 16 sixteenths. */
  bars: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]),
  /** Share of the steps that sound, 0 sparse to 1 full; 0.5 is as the family plays. */
  density: z.number().min(0).max(1).default(0.5),
  /** Octaves up or down from where the family plays. */
  octave: z.int().min(-1).max(1).default(0),
});
export type LoopOrder = z.infer<typeof LoopOrderSchema>;
