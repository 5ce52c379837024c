import { EMBEDDING_CALLS, type Endpoint } from '../calls.ts';
import { OEmbedQuerySchema, OEmbedSchema } from '../embedding.ts';

export const EMBEDDING_ENDPOINTS = {
  oembed: {
    ...EMBEDDING_CALLS.oembed,
    summary: 'oEmbed 1.0 of the page of a public shared rifff, in JSON',
    query: OEmbedQuerySchema,
    data: OEmbedSchema,
    isFlat: true,
    errors: ['bad_request', 'not_found', 'not_implemented'],
  },
} as const satisfies Record<string, Endpoint>;
