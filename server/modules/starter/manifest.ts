import * as z from 'zod';
import { IdSchema } from '../../../src/data/contract/ids.ts';
import { PackSchema } from '../../../src/data/contract/library.ts';
import { LoopSchema } from '../../../src/data/contract/loop.ts';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';

/** A file beside the manifest: no absolute path and no way up. */
const FileSchema = z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/);

/** `assets/starter/manifest.json`: the packs, loops and rifffs that come with the house. */
export const StarterManifestSchema = z.object({
  packs: z.array(PackSchema.partial({ loopCount: true })),
  loops: z.array(LoopSchema.and(z.object({ file: FileSchema }))),
  rifffs: z.array(z.object({ id: IdSchema, title: z.string(), rifff: RifffSchema })),
});
export type StarterManifest = z.infer<typeof StarterManifestSchema>;
