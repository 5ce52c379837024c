/** People who came along with an imported jam: a name from elsewhere, and no account here. */
import * as z from 'zod';

/** Stands before the name of an imported person in plain text. No name of anything may hold it. */
export const IMPORTED_SIGN = '\u21a7';

/** What an imported person is called, apart from where the name comes from: so that no name passes for the mark. */
export const ImportedNameSchema = z.object({
  name: z.string(),
  /** Host or program, such as `jams.example` or `LORE`. Never empty. */
  from: z.string(),
});
export type ImportedName = z.infer<typeof ImportedNameSchema>;
