/** An archive written as its files come, so that nothing of it has to be in memory. Source: fflate's streaming Zip. */
import { Zip, ZipDeflate } from 'fflate';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file inside the archive. */
export interface ZipEntry {
  write(bytes: Bytes): Promise<void>;
  end(): Promise<void>;
  /** Bytes that were written. */
  readonly size: number;
}

export class ZipWriter {
  private readonly take: (bytes: Bytes) => Promise<void>;
  private readonly zip: Zip;
  private pending: Bytes[] = [];
  private error: Error | null = null;

  /** @param take is given the bytes of the archive in order */
  constructor(take: (bytes: Bytes) => Promise<void>) {
    this.take = take;
    this.zip = new Zip((error, bytes) => {
      if (error) this.error = error;
      else this.pending.push(bytes as Bytes);
    });
  }

  private async flush(): Promise<void> {
    if (this.error) throw this.error;
    for (const bytes of this.pending.splice(0)) await this.take(bytes);
  }

  /** Begins a file; the one before must have ended. Sound hardly gets smaller, so nothing is compressed. */
  begin(name: string): ZipEntry {
    // "Stored" with its length behind it is refused by readers that read from the front; "deflated" is not.
    const file = new ZipDeflate(name, { level: 0 });
    this.zip.add(file);
    let size = 0;
    return {
      write: async (bytes) => {
        size += bytes.length;
        file.push(bytes, false);
        await this.flush();
      },
      end: async () => {
        file.push(new Uint8Array(0), true);
        await this.flush();
      },
      get size() {
        return size;
      },
    };
  }

  /** Adds a small file of text. @returns its bytes */
  async addText(name: string, text: string): Promise<number> {
    const entry = this.begin(name);
    await entry.write(new TextEncoder().encode(text));
    await entry.end();
    return entry.size;
  }

  /** Writes the list of files. Nothing may be added afterwards. */
  async end(): Promise<void> {
    this.zip.end();
    await this.flush();
  }
}
