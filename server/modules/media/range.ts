/** What a Range header asks of a file. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/**
 * Reads a Range header against a file of `size` bytes; `end` is included (RFC 9110, section 14). A header
 * that is malformed, in another unit or of several ranges is ignored, as the standard allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!match) return WHOLE;
  const [, first = '', last = ''] = match;
  if (!first && !last) return WHOLE;
  if (!first) {
    const start = Math.max(0, size - Number(last));
    return start < size ? { kind: 'part', start, end: size - 1 } : { kind: 'unsatisfiable' };
  }
  const start = Number(first);
  if (last && Number(last) < start) return WHOLE;
  if (start >= size) return { kind: 'unsatisfiable' };
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  return { kind: 'part', start, end };
}
