/** Where Kysely notes which migrations a database has had. */
export const MIGRATION_TABLE = 'kysely_migration';
/** Its tables: a restore fills them by making the others. */
export const OF_MIGRATOR = /^kysely_migration/;

/** What a copy of a database holds, read from the copy itself. */
export interface CopyContent {
  /** Rows by the name of their table. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 in hex of all content that its rows name, each once. */
  readonly hashes: readonly string[];
}

/** What a database holds, told apart from what it held at another time without keeping it. */
export interface Survey {
  /** Names of the migrations that it has had, in their order; none where it is new. */
  readonly migrations: readonly string[];
  /** By table how many rows it has, and a sum over all of their values that does not depend on their order. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sum: string }>>;
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
  /** Reads the whole database of the settings, and writes nothing. */
  survey(): Promise<Survey>;
  /** Whether no other process is connected to the database of the settings under the same account. */
  isAlone(): Promise<boolean>;
  /** Throws a `StartError` with one sentence where a program uses the database of the settings. */
  assertIdle(): Promise<void>;
  /** Throws a `StartError` with one sentence unless the database of the settings is empty and no program uses it. */
  assertEmpty(): Promise<void>;
  /**
   * Makes the database what a copy holds, all or nothing; what it held before is gone.
   * @returns the rows that are there now, by table
   */
  load(path: string): Promise<CopyContent['rows']>;
}
