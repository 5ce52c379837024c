import * as z from 'zod';
import { type Endpoint, JAM_CALLS } from '../calls.ts';
import { IdSchema } from '../fields.ts';
import {
  JamParamsSchema,
  JamRifffParamsSchema,
  JamRifffsQuerySchema,
  JamRifffsSchema,
  JamSchema,
  LibraryImportBodySchema,
  PostRifffBodySchema,
  RemixParamsSchema,
  RifffIdSchema,
  RifffLineageSchema,
  RifffsQueryBodySchema,
} from '../jams.ts';
import { LoopSchema } from '../loop.ts';
import { RifffSchema } from '../rifff.ts';
import {
  JamTracksQuerySchema,
  LoopFormSchema,
  LoopUploadQuerySchema,
  LoopUploadSchema,
  TrackFormSchema,
  TrackParamsSchema,
  TrackSchema,
} from '../uploads.ts';

const UPLOAD_ERRORS = [
  'bad_request',
  'unauthorised',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'over_quota',
  'unavailable',
] as const;

export const JAM_ENDPOINTS = {
  myJams: {
    ...JAM_CALLS.myJams,
    summary: 'Jams of the account, the personal one first',
    access: 'member',
    data: z.object({ jams: z.array(JamSchema) }),
    errors: ['unauthorised'],
  },
  jam: {
    ...JAM_CALLS.jam,
    summary: 'A jam',
    params: JamParamsSchema,
    data: JamSchema,
    errors: ['bad_request', 'not_found'],
  },
  jamRifffs: {
    ...JAM_CALLS.jamRifffs,
    summary:
      'Rifffs of a jam, newest first, by page or older than a time; loops have short peaks and no bands, peakData has steps',
    params: JamParamsSchema,
    query: JamRifffsQuerySchema,
    data: JamRifffsSchema,
    errors: ['bad_request', 'not_found'],
  },
  rifff: {
    ...JAM_CALLS.rifff,
    summary: 'One rifff with its full loops',
    params: JamRifffParamsSchema,
    data: z.object({ rifff: RifffSchema }),
    errors: ['bad_request', 'not_found'],
  },
  rifffLineage: {
    ...JAM_CALLS.rifffLineage,
    summary: 'What a rifff came from and what came from it',
    params: JamRifffParamsSchema,
    data: RifffLineageSchema,
    errors: ['bad_request', 'not_found'],
  },
  rifffsQuery: {
    ...JAM_CALLS.rifffsQuery,
    summary: 'Several rifffs by jam and id; those that cannot be read are left out',
    body: RifffsQueryBodySchema,
    data: z.object({ rifffs: z.array(RifffSchema) }),
    errors: ['bad_request'],
  },
  postRifff: {
    ...JAM_CALLS.postRifff,
    summary: 'Commits a rifff to a jam',
    access: 'member',
    params: JamParamsSchema,
    body: PostRifffBodySchema,
    data: RifffIdSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict', 'too_large'],
  },
  remixRifff: {
    ...JAM_CALLS.remixRifff,
    summary: 'Commits a remix of another rifff to this jam; `parent` in the rifff says of which',
    access: 'member',
    params: RemixParamsSchema,
    body: PostRifffBodySchema,
    data: RifffIdSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict', 'too_large'],
  },
  libraryImport: {
    ...JAM_CALLS.libraryImport,
    summary: 'Brings a loop of the library into a jam',
    access: 'member',
    params: JamParamsSchema,
    body: LibraryImportBodySchema,
    data: z.object({ id: z.string(), loop: LoopSchema }),
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
  uploadLoop: {
    ...JAM_CALLS.uploadLoop,
    summary: 'Uploads a loop: Ogg Vorbis of exactly its length, its FLAC master, and its document',
    access: 'member',
    params: JamParamsSchema,
    query: LoopUploadQuerySchema,
    form: LoopFormSchema,
    data: LoopUploadSchema,
    errors: UPLOAD_ERRORS,
  },
  uploadTrack: {
    ...JAM_CALLS.uploadTrack,
    summary: 'Uploads a track to a jam: Ogg Vorbis or FLAC of at most five minutes',
    access: 'member',
    params: JamParamsSchema,
    form: TrackFormSchema,
    data: z.object({ id: IdSchema, track: TrackSchema }),
    errors: UPLOAD_ERRORS,
  },
  jamTracks: {
    ...JAM_CALLS.jamTracks,
    summary: 'Tracks of a jam, newest first, older than a time',
    params: JamParamsSchema,
    query: JamTracksQuerySchema,
    data: z.object({ tracks: z.array(TrackSchema) }),
    errors: ['bad_request', 'not_found'],
  },
  removeTrack: {
    ...JAM_CALLS.removeTrack,
    summary: 'Takes a track out of a jam; for whoever brought it and the owner of the jam',
    access: 'member',
    params: TrackParamsSchema,
    data: z.object({ id: IdSchema }),
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
