/** Reads drafts as they were kept. Apart from `drafts.ts`, so that schemas are fetched where there is something to read. */
import './contract/jitless.ts';
import { RifffSchema, RifffStateSchema } from './contract/rifff.ts';
import type { DraftDocument } from './device.ts';

/** A kept draft with what its schemas add, in a list of one; an empty list for a document that does not parse. */
export function readDraft(document: DraftDocument): DraftDocument[] {
  const rifff = RifffSchema.safeParse(document.rifff);
  if (!rifff.success) return [];
  // Read as the rifff is, so that the two can be compared.
  const state = RifffStateSchema.safeParse(document.base?.state);
  const base = document.base && state.success && { ...document.base, state: state.data };
  return [{ ...document, rifff: rifff.data, base: base || undefined }];
}
