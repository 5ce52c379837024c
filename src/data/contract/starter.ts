import * as z from 'zod';
import { PackSchema, StarterRifffSchema } from './library.ts';
import { LoopSchema } from './loop.ts';

/** A loop that comes with the house: `file` is its Ogg Vorbis file, relative to the manifest. */
export const StarterLoopSchema = LoopSchema.extend({
  file: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+\.ogg$/, 'must be family/name.ogg'),
});
export type StarterLoop = z.infer<typeof StarterLoopSchema>;

/**
 * `manifest.json` of the starter pack. Its rifffs name their loops by id only (`loops` is empty); whoever serves
 * them embeds the loops slot by slot and adds urls.
 */
export const StarterManifestSchema = z.object({
  packs: z.array(PackSchema),
  loops: z.array(StarterLoopSchema),
  rifffs: z.array(StarterRifffSchema),
});
export type StarterManifest = z.infer<typeof StarterManifestSchema>;
