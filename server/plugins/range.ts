import type { IncomingHttpHeaders } from 'node:http';
import parseRange from 'range-parser';

/** Bytes `start` to `end`, both included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What a request asks of a file of `size` bytes. A range that is malformed, in another unit or one of several is
 * ignored, and so is one whose If-Range names other content (RFC 9110, sections 13.1.5 and 14.2).
 */
export function wantedRange(
  headers: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const { 'if-range': condition } = headers;
  const range = headers.range?.toLowerCase();
  if (!range?.startsWith('bytes=') || (condition && condition !== etag)) return 'whole';
  // The parser refuses a suffix that is longer than the file, which stands for all of it (section 14.1.2).
  const held = range.replace(/^bytes=-(\d+)$/, (_, last) => `bytes=-${Math.min(last, size)}`);
  const found = parseRange(size, held);
  if (found === -1) return 'unsatisfiable';
  return found === -2 || found.length > 1 ? 'whole' : found[0]!;
}
