/**
 * What lies between the nodes of a server: messages that every node hears, and small notes that all of them read. It
 * keeps nothing that may not be lost: what has to last is in the database before anybody is told of it.
 */
export interface FanOut {
  /** Name of this node, of its own at every start. */
  readonly node: string;
  /** Tells every node that listens, this one too; never throws, never waits. `message` is JSON and is not changed. */
  publish(topic: string, message: unknown): void;
  /** Hears a topic once the promise is kept, and until the answer is called. Throws where the line is down. */
  subscribe(topic: string, listener: (message: unknown) => void): Promise<() => void>;
  /** Calls `listener` when messages may have been missed: the line was down and is up again. */
  onGap(listener: () => void): void;
  readonly register: Register;
  /** A clock that all nodes share, in ms since the epoch. */
  nowMs(): number;
  close(): Promise<void>;
}

/** Short texts that pass by themselves. Throws where the line is down. */
export interface Register {
  /** Keeps a text under a key and a field of it for `ttlMs`. */
  put(key: string, field: string, text: string, ttlMs: number): Promise<void>;
  drop(key: string, field: string): Promise<void>;
  /** Texts by field. */
  all(key: string): Promise<ReadonlyMap<string, string>>;
  /** The single text of a key that `replace` keeps; null for none. */
  read(key: string): Promise<string | null>;
  /**
   * Keeps `next` (not empty) under a key for `ttlMs` where `previous` stands there, null for nothing; else false. Of
   * several that replace the same, one does.
   */
  replace(key: string, previous: string | null, next: string, ttlMs: number): Promise<boolean>;
}
