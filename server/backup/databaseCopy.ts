/** What a copy of a database holds, read from the copy itself. */
export interface CopyContent {
  /** Rows by the name of their table. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 in hex of all content that its rows name, each once. */
  readonly hashes: readonly string[];
}

/** How the database of one engine is written to a file and read from it again. */
export interface DatabaseCopier {
  readonly kind: 'sqlite' | 'postgres';
  /** How the name of the file ends. */
  readonly extension: string;
  /**
   * Writes one consistent copy to `path`, which is not there yet, readable by its owner alone, while servers go on
   * writing; it is on the disk when this resolves. Throws a `StartError` where there is no database.
   */
  write(path: string): Promise<void>;
  /** Reads a copy from its first byte to its last. Throws when it is damaged. */
  inspect(path: string): Promise<CopyContent>;
  /** Only which content a copy names, in less time; it says nothing about damage elsewhere. */
  hashes(path: string): Promise<CopyContent['hashes']>;
  /** Throws a `StartError` with one sentence unless the database of the settings is empty and no program uses it. */
  assertEmpty(): Promise<void>;
  /** Fills the empty database with a copy, all or nothing. @returns the rows that are there now, by table */
  load(path: string): Promise<CopyContent['rows']>;
}
