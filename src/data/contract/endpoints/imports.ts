import * as z from 'zod';
import { BandSchema, InviteBandBodySchema } from '../band.ts';
import { BAND_CALLS, type Endpoint, IMPORT_CALLS } from '../calls.ts';
import {
  BeginImportBodySchema,
  BundleKeyAnswerSchema,
  ExportJamQuerySchema,
  FinishedImportSchema,
  ImportedLoopSchema,
  ImportLoopFormSchema,
  ImportMessagesBodySchema,
  ImportParamsSchema,
  ImportPeopleBodySchema,
  ImportResultsSchema,
  ImportRifffsBodySchema,
  ImportSchema,
  MissingLoopsBodySchema,
} from '../imports.ts';
import { JamParamsSchema } from '../jams.ts';

const refused = ['bad_request', 'unauthorised', 'forbidden', 'not_found'] as const;

/** The house band in a jam. */
/** Fifty rifffs of 40 kB, with room to spare. */
const PACK_BYTES = 4 * 1024 * 1024;

export const BAND_ENDPOINTS = {
  band: {
    ...BAND_CALLS.band,
    isForPupils: true,
    summary: 'What the house band does in a jam',
    params: JamParamsSchema,
    data: z.object({ band: BandSchema }),
    errors: ['bad_request', 'unauthorised', 'not_found'],
  },
  inviteBand: {
    ...BAND_CALLS.inviteBand,
    summary: 'The owner invites the house band, wakes it or lets it rest',
    access: 'member',
    params: JamParamsSchema,
    body: InviteBandBodySchema,
    data: z.object({ band: BandSchema }),
    errors: refused,
  },
  dismissBand: {
    ...BAND_CALLS.dismissBand,
    summary: 'The owner sends the house band away; what it played stays',
    access: 'member',
    params: JamParamsSchema,
    data: z.object({ band: BandSchema }),
    errors: refused,
  },
} as const satisfies Record<string, Endpoint>;

/** Bringing jams in, and taking one away whole. */
export const IMPORT_ENDPOINTS = {
  bundleKey: {
    ...IMPORT_CALLS.bundleKey,
    summary: 'The public key that this server signs bundles with',
    data: BundleKeyAnswerSchema,
    errors: [],
  },
  exportJam: {
    ...IMPORT_CALLS.exportJam,
    summary: 'A whole jam as one file (`contract/bundle.ts`), for its owner and its members',
    access: 'member',
    params: JamParamsSchema,
    query: ExportJamQuerySchema,
    data: z.any(),
    errors: refused,
  },
  imports: {
    ...IMPORT_CALLS.imports,
    summary: 'Imports of the caller, newest first',
    access: 'member',
    data: z.object({ imports: z.array(ImportSchema) }),
    errors: ['unauthorised'],
  },
  beginImport: {
    ...IMPORT_CALLS.beginImport,
    summary: 'Begins an import, or goes on with the one of the same jam',
    access: 'member',
    body: BeginImportBodySchema,
    data: z.object({ import: ImportSchema }),
    errors: ['bad_request', 'unauthorised', 'forbidden', 'conflict'],
  },
  importPeople: {
    ...IMPORT_CALLS.importPeople,
    summary: 'Names of people of an import',
    access: 'member',
    params: ImportParamsSchema,
    body: ImportPeopleBodySchema,
    bodyBytes: PACK_BYTES,
    data: z.object({}),
    errors: refused,
  },
  missingLoops: {
    ...IMPORT_CALLS.missingLoops,
    summary: 'Those of the loops that this import has not brought yet',
    access: 'member',
    params: ImportParamsSchema,
    body: MissingLoopsBodySchema,
    bodyBytes: PACK_BYTES,
    data: z.object({ missing: z.array(z.string()) }),
    errors: refused,
  },
  importLoop: {
    ...IMPORT_CALLS.importLoop,
    summary: 'One loop of an import with its sound',
    access: 'member',
    params: ImportParamsSchema,
    form: ImportLoopFormSchema,
    data: ImportedLoopSchema,
    errors: [...refused, 'conflict', 'too_large', 'over_quota'],
  },
  importRifffs: {
    ...IMPORT_CALLS.importRifffs,
    summary: 'Rifffs of an import; each is stored, there already, or left out with a reason',
    access: 'member',
    params: ImportParamsSchema,
    body: ImportRifffsBodySchema,
    bodyBytes: PACK_BYTES,
    data: ImportResultsSchema,
    errors: refused,
  },
  importMessages: {
    ...IMPORT_CALLS.importMessages,
    summary: 'Chat of an import; each message is stored, there already, or left out with a reason',
    access: 'member',
    params: ImportParamsSchema,
    body: ImportMessagesBodySchema,
    bodyBytes: PACK_BYTES,
    data: ImportResultsSchema,
    errors: refused,
  },
  finishImport: {
    ...IMPORT_CALLS.finishImport,
    summary: 'Ends an import: its jam is listed from now on',
    access: 'member',
    params: ImportParamsSchema,
    data: FinishedImportSchema,
    errors: refused,
  },
} as const satisfies Record<string, Endpoint>;
