/** Follows JSON while it comes: what is too large or too deep ends it at once, and content of attachments goes its own way. */
import { badRequest, CouchError } from './couchError.ts';

/** Takes content in base64 while it comes. */
export interface ContentSink {
  write(letters: string): Promise<void>;
  /** The text that stands in the document instead. */
  end(): Promise<string>;
}

export interface TextLimits {
  /** Bytes of the text without the content of attachments. */
  readonly mostBytes: number;
  /** Bytes with it. */
  readonly mostWithContent: number;
  /** Hears of bytes that are kept in memory from now on; may throw. */
  readonly keep: (bytes: number) => void;
  /** Waited for before each piece of the body is read. */
  readonly turn?: () => Promise<void>;
  /** Begins to take the content of one attachment; without it content is text as any other. */
  readonly openContent?: () => ContentSink;
}

/** Objects and lists inside each other. */
const MOST_DEPTH = 68;
/**
 * Members and items of a body. Parsing a megabyte of nothing but these takes ten times as long as a megabyte of text; the
 * largest drafts have some hundreds each.
 */
const MOST_VALUES = 50_000;
const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const MOST_NAME_BYTES = 1024;

export const tooLarge = (most: number) =>
  new CouchError(413, 'too_large', `A body may have ${most} bytes: send fewer at once`);

/** One object or list that is open. */
interface Level {
  readonly isList: boolean;
  /** The member whose value comes next. */
  name: string;
}

class BodyText {
  readonly #limits: TextLimits;
  readonly #parts: Buffer[] = [];
  readonly #open: Level[] = [];
  #values = 0;
  #bytes = 0;
  #isEscaped = false;
  #isString = false;
  /** Does a string that begins now name a member? */
  #isName = false;
  #name: Buffer[] = [];
  #nameBytes = 0;
  #content: ContentSink | null = null;

  constructor(limits: TextLimits) {
    this.#limits = limits;
  }

  text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#bytes += piece.length;
    const { mostBytes, keep } = this.#limits;
    if (this.#bytes > mostBytes) throw tooLarge(mostBytes);
    keep(piece.length);
    this.#parts.push(piece);
  }

  /** Is the next string the content of an attachment: `_attachments`, its name, `data` of a document? */
  #isContent(): boolean {
    const open = this.#open;
    const at = open.length - 1;
    return (
      (at === 2 || (at === 4 && open[0]!.name === 'docs' && open[1]!.isList)) &&
      open[at]!.name === 'data' &&
      !open[at]!.isList &&
      open[at - 2]!.name === '_attachments'
    );
  }

  async push(chunk: Buffer): Promise<void> {
    let at = 0;
    let from = 0;
    while (at < chunk.length) {
      if (this.#content) {
        at = from = await this.#passContent(this.#content, chunk, at);
        continue;
      }
      at = this.#isString ? this.#throughString(chunk, at) : this.#through(chunk, at);
      if (this.#content) {
        // Without its opening quote.
        this.#keep(chunk.subarray(from, at - 1));
        from = at;
      }
    }
    this.#keep(chunk.subarray(from));
  }

  /** Passes on content up to its closing quote, which stays. */
  async #passContent(content: ContentSink, chunk: Buffer, at: number): Promise<number> {
    const found = chunk.indexOf(QUOTE, at);
    const end = found < 0 ? chunk.length : found;
    if (end > at) await content.write(chunk.toString('latin1', at, end));
    if (found >= 0) {
      this.#content = null;
      this.#keep(Buffer.from(JSON.stringify(await content.end()).slice(0, -1)));
      this.#isString = true;
      this.#isName = false;
    }
    return end;
  }

  #throughString(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        if (this.#isName) this.#note(chunk.subarray(start, at));
        this.#isString = false;
        return at + 1;
      }
    }
    if (this.#isName) this.#note(chunk.subarray(start));
    return chunk.length;
  }

  #note(piece: Buffer): void {
    this.#nameBytes += piece.length;
    if (this.#nameBytes <= MOST_NAME_BYTES) this.#name.push(piece);
  }

  /** Goes on outside of strings, up to the beginning of one. */
  #through(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at];
      const level = this.#open.at(-1);
      if (byte === QUOTE) {
        if (this.#limits.openContent && !this.#isName && this.#isContent()) {
          this.#content = this.#limits.openContent();
          return at + 1;
        }
        this.#isString = true;
        [this.#name, this.#nameBytes] = [[], 0];
        return at + 1;
      }
      if (byte === COLON && level) {
        level.name = Buffer.concat(this.#name).toString('latin1');
        this.#isName = false;
      } else if (byte === COMMA) {
        this.#count();
        this.#isName = level?.isList === false;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#count();
        this.#open.push({ isList: byte === OPEN_LIST, name: '' });
        if (this.#open.length > MOST_DEPTH) throw badRequest('The document is nested too deeply');
        this.#isName = byte === OPEN_OBJECT;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#open.pop();
        this.#isName = false;
      }
    }
    return chunk.length;
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MOST_VALUES) {
      throw new CouchError(413, 'too_large', `A body may have ${MOST_VALUES} members: send fewer`);
    }
  }
}

/**
 * The text of a body of JSON, as it comes; whether it is JSON is for a parser to say. Content of attachments, in base64 at
 * `docs[…]._attachments.….data` or `_attachments.….data`, goes to where `openContent` says.
 * @throws CouchError 413 or 400 as soon as a limit is passed
 */
export async function readText(source: AsyncIterable<Buffer>, limits: TextLimits): Promise<string> {
  const text = new BodyText(limits);
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limits.mostWithContent) throw tooLarge(limits.mostWithContent);
    await limits.turn?.();
    await text.push(chunk);
  }
  return text.text();
}
