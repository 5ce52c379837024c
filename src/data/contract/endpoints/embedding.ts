import { OEmbedQuerySchema, OEmbedSchema } from '../embedding.ts';
import type { Endpoint } from '../endpoint.ts';

export const EMBEDDING_ENDPOINTS = {
  oembed: {
    method: 'GET',
    path: '/oembed',
    summary: 'oEmbed 1.0 of the page of a public shared rifff, in JSON',
    query: OEmbedQuerySchema,
    data: OEmbedSchema,
    isFlat: true,
    errors: ['bad_request', 'not_found', 'not_implemented'],
  },
} as const satisfies Record<string, Endpoint>;
