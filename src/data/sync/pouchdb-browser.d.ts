/**
 * What is used of PouchDB 9 (https://pouchdb.com/api.html). The types of DefinitelyTyped declare a global `Buffer` that
 * is not the one of Node and spoils every use of it.
 */
declare module 'pouchdb-browser' {
  interface IdMeta {
    _id: string;
  }
  interface GetMeta {
    _rev: string;
    _deleted?: boolean;
    _conflicts?: string[];
    _revs_info?: { rev: string; status: string }[];
    _revisions?: { ids: string[]; start: number };
    _attachments?: Record<
      string,
      { content_type: string; digest?: string; length?: number; data?: Blob | string }
    >;
  }
  type Existing<Doc> = Doc & IdMeta & GetMeta;

  interface GetOptions {
    rev?: string;
    revs?: boolean;
    revs_info?: boolean;
    conflicts?: boolean;
    latest?: boolean;
    open_revs?: 'all' | readonly string[];
    attachments?: boolean;
    binary?: boolean;
  }
  interface Range {
    startkey?: string;
    endkey?: string;
    include_docs?: boolean;
    attachments?: boolean;
    binary?: boolean;
    conflicts?: boolean;
    limit?: number;
  }
  interface Row<Doc> {
    id: string;
    value: { rev: string; deleted?: boolean };
    doc?: Existing<Doc>;
  }
  interface Change<Doc> {
    id: string;
    seq: number | string;
    deleted?: boolean;
    changes: { rev: string }[];
    doc?: Existing<Doc>;
  }
  interface Answer {
    ok: boolean;
    id: string;
    rev: string;
  }
  interface Changes<Doc>
    extends PromiseLike<{ results: Change<Doc>[]; last_seq: number | string }> {
    on(event: 'change', then: (change: Change<Doc>) => void): this;
    on(event: 'error', then: (error: unknown) => void): this;
    cancel(): void;
  }
  interface ReplicationOptions {
    live?: boolean;
    retry?: boolean;
    batch_size?: number;
  }
  interface Replication<Doc> extends PromiseLike<{ ok: boolean; docs_written: number }> {
    on(event: 'change', then: (change: { docs: Existing<Doc>[] }) => void): this;
    on(event: 'active' | 'complete', then: () => void): this;
    on(event: 'paused' | 'denied' | 'error', then: (error: unknown) => void): this;
    catch(then: (error: unknown) => unknown): Promise<unknown>;
    cancel(): void;
  }

  class Database<Doc extends object = object> {
    constructor(
      name: string,
      options?: {
        auto_compaction?: boolean;
        revs_limit?: number;
        skip_setup?: boolean;
        fetch?: (address: string | Request, options?: RequestInit) => Promise<Response>;
      },
    );
    readonly name: string;
    get<One extends object = Doc>(
      id: string,
      options: GetOptions & { open_revs: 'all' | readonly string[] },
    ): Promise<{ ok?: Existing<One>; missing?: string }[]>;
    get<One extends object = Doc>(id: string, options?: GetOptions): Promise<Existing<One>>;
    put<One extends object = Doc>(doc: One & IdMeta, options?: object): Promise<Answer>;
    bulkDocs(
      docs: readonly object[] | { docs: readonly object[]; new_edits?: boolean },
      options?: { new_edits?: boolean },
    ): Promise<Answer[]>;
    remove(doc: IdMeta & { _rev: string }): Promise<Answer>;
    allDocs<One extends object = Doc>(
      options?: Range,
    ): Promise<{ total_rows: number; rows: Row<One>[] }>;
    changes(options?: {
      since?: number | string;
      live?: boolean;
      include_docs?: boolean;
      limit?: number;
    }): Changes<Doc>;
    getAttachment(id: string, name: string, options?: { rev?: string }): Promise<Blob>;
    info(): Promise<{ db_name: string; doc_count: number; update_seq: number | string }>;
    readonly replicate: {
      to(target: Database<Doc>, options?: ReplicationOptions): Replication<Doc>;
      from(source: Database<Doc>, options?: ReplicationOptions): Replication<Doc>;
    };
    sync(other: Database<Doc>, options?: ReplicationOptions): Replication<Doc>;
    setMaxListeners(count: number): this;
    compact(): Promise<unknown>;
    close(): Promise<void>;
    destroy(): Promise<unknown>;
  }

  export type { Change, Existing, GetMeta, IdMeta, Replication };
  export default Database;
}
