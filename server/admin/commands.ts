/** What `npm run admin` can do: groups of commands, each in a file of its own. */
import type { Database } from '../ports/database/database.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../startError.ts';
import { OFFICE_COMMANDS } from './offices.ts';

/** What a command works with. The server may run meanwhile. */
export interface AdminContext {
  readonly database: Database;
  /** Of the environment, and what is stored beside it. */
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** One command. */
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

const COMMANDS: readonly AdminCommand[] = [...OFFICE_COMMANDS];

const usageOf = (commands: readonly AdminCommand[]) =>
  commands.map(({ name, usage }) => `  npm run admin -- ${name} ${usage}`).join('\n');

/**
 * Does what the command line says.
 * @param args without the program
 * @returns the lines to print
 * @throws StartError with the usage where the arguments make no sense
 */
export async function runAdmin(
  context: AdminContext,
  [name, ...args]: readonly string[],
): Promise<string[]> {
  const command = COMMANDS.find((known) => known.name === name);
  const lines = await command?.run(context, args);
  if (lines) return lines;
  throw new StartError(`Say what to do:\n${usageOf(command ? [command] : COMMANDS)}`);
}
