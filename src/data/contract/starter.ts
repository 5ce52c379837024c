import * as z from 'zod';
import { PackSchema, StarterRifffSchema } from './library.ts';
import { LoopSchema } from './loop.ts';

/** A file beside the manifest: no absolute path and no way up. */
const FileSchema = z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/);

/** A loop of the house: `file` is its Ogg beside the manifest, `family` the id of its pack. */
export const StarterLoopSchema = LoopSchema.extend({ file: FileSchema });
export type StarterLoop = z.infer<typeof StarterLoopSchema>;

/**
 * `assets/starter/manifest.json`: the packs, loops and rifffs that come with the house. A pack's `loopCount`
 * may be left out, for the server counts. A rifff's `loops` may be empty, for the server embeds them by id.
 */
export const StarterManifestSchema = z.object({
  packs: z.array(PackSchema.partial({ loopCount: true })),
  loops: z.array(StarterLoopSchema),
  rifffs: z.array(StarterRifffSchema),
});
export type StarterManifest = z.infer<typeof StarterManifestSchema>;
