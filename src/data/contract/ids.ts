import * as z from 'zod';

export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Any document id: ours are 32 hex digits, other people's data has other shapes. */
export const IdSchema = z.string().regex(ID_PATTERN, 'must be 1 to 64 letters, digits, - or _');
