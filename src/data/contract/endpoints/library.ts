import * as z from 'zod';
import { type Endpoint, LIBRARY_CALLS } from '../calls.ts';
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
    ...LIBRARY_CALLS.libraryLoops,
    isForPupils: true,
    summary: 'Library loops, newest first, or those first that sound most like one of them',
    query: LibraryLoopsQuerySchema,
    data: LibraryLoopsSchema,
    errors: ['bad_request', 'not_found'],
  },
  libraryRandomLoop: {
    ...LIBRARY_CALLS.libraryRandomLoop,
    isForPupils: true,
    summary: 'One library loop, chosen at random',
    query: LibraryRandomQuerySchema,
    data: z.object({ loop: LoopSchema }),
    errors: ['bad_request', 'not_found'],
  },
  libraryPacks: {
    ...LIBRARY_CALLS.libraryPacks,
    isForPupils: true,
    summary: 'Families of loops that fit together',
    data: z.object({ packs: z.array(PackSchema) }),
    errors: [],
  },
  myPacks: {
    ...LIBRARY_CALLS.myPacks,
    isForPupils: true,
    summary: 'Packs of the caller: those of the house, and one of their own loops',
    access: 'member',
    data: z.object({ packs: z.array(PackSchema) }),
    errors: ['unauthorised'],
  },
  libraryCategories: {
    ...LIBRARY_CALLS.libraryCategories,
    isForPupils: true,
    summary: 'Categories with the number of their loops',
    data: z.object({ categories: z.array(LibraryCategoryCountSchema) }),
    errors: [],
  },
  libraryCreators: {
    ...LIBRARY_CALLS.libraryCreators,
    isForPupils: true,
    summary: 'Creators of library loops',
    data: z.object({ creators: z.array(LibraryCreatorSchema) }),
    errors: [],
  },
  libraryRifffs: {
    ...LIBRARY_CALLS.libraryRifffs,
    isForPupils: true,
    summary: 'Rifffs that come with the house',
    data: z.object({ rifffs: z.array(StarterRifffSchema) }),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
