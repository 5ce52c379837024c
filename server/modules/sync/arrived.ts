import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { removeUnused } from '../../kernel/content.ts';
import { BlobTooLargeError } from '../../ports/blobs/blobStore.ts';
import type { ContentSink } from './bodyText.ts';
import { type Received, receiveStream, type SyncContext } from './context.ts';
import { badRequest, CouchError } from './couchError.ts';

/** Contents that may come inside of one body. */
const MOST_CONTENTS = 500;

const notBase64 = () => badRequest('Invalid attachment data: not valid base64');

/** Base64 that comes in pieces, as bytes. Throws for what is none. */
class Base64Pieces {
  #rest = '';
  #isOver = false;

  decode(letters: string): Buffer {
    const text = (this.#rest + letters).replaceAll('\\/', '/');
    // Some clients write `\/`, which may come in two pieces.
    const half = text.endsWith('\\') ? '\\' : '';
    const own = half ? text.slice(0, -1) : text;
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(own) || (this.#isOver && own !== '')) throw notBase64();
    const whole = own.length - (own.length % 4);
    this.#isOver ||= own.endsWith('=') && whole === own.length;
    this.#rest = own.slice(whole) + half;
    return Buffer.from(own.slice(0, whole), 'base64');
  }

  end(): void {
    if (this.#rest !== '') throw notBase64();
  }
}

/**
 * Content of attachments that comes with one call. It goes to the store while it comes, so that no call holds it in
 * memory; what no document came to name is taken away again by `close`.
 */
export class Arrived {
  readonly #context: Pick<SyncContext, 'blobs' | 'database' | 'quotaBytes'>;
  /** Random, so that no document can hold what stands for content. */
  readonly #mark = randomBytes(16).toString('hex');
  readonly #contents = new Map<string, Received>();
  readonly #taken = new Set<string>();
  /** Hashes that documents name. */
  readonly #kept = new Set<string>();
  #coming: { stream: PassThrough; stored: Promise<Received> } | null = null;

  constructor(context: Pick<SyncContext, 'blobs' | 'database' | 'quotaBytes'>) {
    this.#context = context;
  }

  /** Begins to take one content, in base64. */
  open(): ContentSink {
    if (this.#contents.size >= MOST_CONTENTS) {
      const reason = `At most ${MOST_CONTENTS} attachments at once: send fewer`;
      throw new CouchError(413, 'too_large', reason);
    }
    const stream = new PassThrough();
    // `stored` tells what went wrong.
    stream.on('error', () => {});
    const pieces = new Base64Pieces();
    const stored = this.take(stream);
    stored.catch(() => {});
    this.#coming = { stream, stored };
    return {
      async write(letters) {
        const bytes = pieces.decode(letters);
        // The store refuses it, and says why.
        if (stream.destroyed) await stored;
        if (stream.write(bytes)) return;
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), stored]);
      },
      end: async () => {
        pieces.end();
        stream.end();
        const content = await stored;
        this.#coming = null;
        const name = `${this.#mark}${this.#contents.size}`;
        this.#contents.set(name, content);
        return name;
      },
    };
  }

  /** Takes a whole content as bytes. Throws 413 where it alone would be more than a database may occupy. */
  async take(source: Readable): Promise<Received> {
    const { blobs, quotaBytes } = this.#context;
    const content = await receiveStream(blobs, source, quotaBytes).catch((error: unknown) => {
      if (!(error instanceof BlobTooLargeError)) throw error;
      throw new CouchError(413, 'over_quota', 'The attachment is too large');
    });
    this.#taken.add(content.hash);
    return content;
  }

  /** What a document names as the content of an attachment. */
  find(data: unknown): Received | undefined {
    return typeof data === 'string' ? this.#contents.get(data) : undefined;
  }

  /** These contents are named by documents now. */
  keep(hashes: Iterable<string>): void {
    for (const hash of hashes) this.#kept.add(hash);
  }

  /** The call is over: takes away what nothing names. */
  async close(): Promise<void> {
    if (this.#coming) {
      const { stream, stored } = this.#coming;
      stream.destroy(new Error('the body broke off'));
      await stored.catch(() => {});
    }
    for (const hash of this.#taken) {
      if (!this.#kept.has(hash)) await removeUnused(this.#context, hash);
    }
  }
}
