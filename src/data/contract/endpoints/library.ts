import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import {
  LibraryCategoryCountSchema,
  LibraryCreatorSchema,
  LibraryLoopsQuerySchema,
  LibraryLoopsSchema,
  LibraryRandomQuerySchema,
  PackSchema,
  StarterRifffSchema,
} from '../library.ts';
import { LoopSchema } from '../loop.ts';

export const LIBRARY_ENDPOINTS = {
  libraryLoops: {
    method: 'GET',
    path: '/library/loops',
    summary: 'Library loops, newest first',
    query: LibraryLoopsQuerySchema,
    data: LibraryLoopsSchema,
    errors: ['bad_request'],
  },
  libraryRandomLoop: {
    method: 'GET',
    path: '/library/loops/random',
    summary: 'One library loop, chosen at random',
    query: LibraryRandomQuerySchema,
    data: z.object({ loop: LoopSchema }),
    errors: ['bad_request', 'not_found'],
  },
  libraryPacks: {
    method: 'GET',
    path: '/library/packs',
    summary: 'Families of loops that fit together',
    data: z.object({ packs: z.array(PackSchema) }),
    errors: [],
  },
  libraryCategories: {
    method: 'GET',
    path: '/library/categories',
    summary: 'Categories with the number of their loops',
    data: z.object({ categories: z.array(LibraryCategoryCountSchema) }),
    errors: [],
  },
  libraryCreators: {
    method: 'GET',
    path: '/library/creators',
    summary: 'Creators of library loops',
    data: z.object({ creators: z.array(LibraryCreatorSchema) }),
    errors: [],
  },
  libraryRifffs: {
    method: 'GET',
    path: '/library/rifffs',
    summary: 'Rifffs that come with the house',
    data: z.object({ rifffs: z.array(StarterRifffSchema) }),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
