import * as z from 'zod';
import { wholeNumber } from './queryFields.ts';

export const OEmbedQuerySchema = z.object({
  /** Address of the page of a shared rifff, or of its embed. */
  url: z.string().min(1, 'Required').max(2000),
  maxwidth: wholeNumber(1, 100_000).optional(),
  maxheight: wholeNumber(1, 100_000).optional(),
  /** Any but `json` is answered with 501, as oembed.com asks (section 2.3.3). */
  format: z.string().max(100).optional(),
});
export type OEmbedQuery = z.output<typeof OEmbedQuerySchema>;

/** An answer of oEmbed 1.0 (oembed.com, section 2.3.4), of type "rich". */
export const OEmbedSchema = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  author_name: z.string(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
  thumbnail_url: z.string(),
  thumbnail_width: z.int(),
  thumbnail_height: z.int(),
  cache_age: z.int(),
});
export type OEmbed = z.infer<typeof OEmbedSchema>;
