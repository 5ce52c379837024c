import * as z from 'zod';
import type { ImportedName } from './accountOptions.ts';

/** What an imported person is called, and where the name comes from, as answers have it. */
export const ImportedNameSchema = z.object({
  name: z.string(),
  from: z.string(),
}) satisfies z.ZodType<ImportedName>;
