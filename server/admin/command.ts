import type { Database } from '../ports/database/database.ts';
import type { Settings } from '../settings.ts';

/** What a command works with. The server may run meanwhile. */
export interface AdminContext {
  readonly database: Database;
  /** Of the environment, and what is stored beside it. */
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** One command of `npm run admin`. */
export interface AdminCommand {
  readonly name: string;
  /** What stands behind the name and what it does, such as `NAME  makes an account administrator`. */
  readonly usage: string;
  /**
   * @param args behind the name
   * @returns the lines to print; undefined where the arguments make no sense, so that its usage is said
   * @throws StartError for what the operator can mend
   */
  run(context: AdminContext, args: readonly string[]): Promise<string[] | undefined>;
}
