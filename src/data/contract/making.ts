/** What a loop is made from by the synthesiser of the house: the same order gives the same loop, sample by sample. */
import * as z from 'zod';
import { LIBRARY_CATEGORIES } from './categories.ts';
import { BpsSchema, RootSchema, ScaleSchema } from './loop.ts';

/** Families that loops are made for: those that come with the house, but for partners' collections. */
export const MADE_FAMILIES = ['ember-street', 'slow-tide', 'glass-rain'] as const;
export type MadeFamily = (typeof MADE_FAMILIES)[number];

/** How a family plays when nothing else sets tempo and key. */
export interface FamilyHome {
  readonly name: string;
  /** Quarter notes per minute. */
  readonly bpm: number;
  /** 0–11, C is 0. */
  readonly root: number;
  /** An index of `SCALES`. */
  readonly scale: number;
  /** Place of the off-beat sixteenths in their pair, 0.5 is straight. */
  readonly swing: number;
}

/** The loops of the starter pack and the loops that are made play alike. */
export const FAMILY_HOMES: Readonly<Record<MadeFamily, FamilyHome>> = {
  'ember-street': { name: 'Ember Street', bpm: 122, root: 5, scale: 5, swing: 0.555 },
  'slow-tide': { name: 'Slow Tide', bpm: 86, root: 9, scale: 1, swing: 0.585 },
  'glass-rain': { name: 'Glass Rain', bpm: 172, root: 4, scale: 5, swing: 0.515 },
};

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
