/** What `npm run admin` can do: groups of commands, each in a file of its own. */
import { StartError } from '../startError.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { OFFICE_COMMANDS } from './offices.ts';
import { OPERATION_COMMANDS } from './operations.ts';

const COMMANDS: readonly AdminCommand[] = [
  ...OFFICE_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...OPERATION_COMMANDS,
];

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
