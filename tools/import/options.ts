/** What the command line asks for. */
import { parseArgs } from 'node:util';
import { serverUrl } from './serverCalls.ts';

export const HELP = `Brings music from elsewhere to a Rondo, or writes it as folders of stems.

  npm run import -- PATH… --server URL --user NAME [--report FILE]
  npm run import -- PATH… --dry-run
  npm run import -- PATH… --stems FOLDER

PATH       files and folders: a Rondo bundle (.rondo.tar), a LORE archive (orx.*.yaml with its .tar), LORE's
           warehouse.db3 with its folder of stems, folders of stems, a .dawproject
--server   address of the Rondo that the music goes to
--user     name or mail of the account that it goes to; its password is asked for, or read from RONDO_PASSWORD
--dry-run  says what is in it and sends nothing
--report   writes what came in and what was left out, and why, as JSON
--stems    writes every rifff as a folder of WAV files, named as Endlesss names them; needs no server

What is yours in a bundle is what a signature of the server, or of one that it trusts, proves; other people stay names.
Started again it goes on where it stopped: what the server has already is not sent twice.
Exit codes: 0 all came in, 1 it could not begin or was stopped, 2 some of it was left out, 64 a wrong command.`;

/** A command that cannot be understood. */
export class WrongCommand extends Error {
  override name = 'WrongCommand';
}

export type Command =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'import';
      readonly paths: readonly string[];
      readonly server: string;
      readonly user: string;
      readonly report: string | null;
    }
  | { readonly kind: 'look'; readonly paths: readonly string[]; readonly report: string | null }
  | { readonly kind: 'stems'; readonly paths: readonly string[]; readonly folder: string };

const OPTIONS = {
  server: { type: 'string' },
  user: { type: 'string' },
  report: { type: 'string' },
  stems: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongCommand((error as Error).message);
  }
}

/** @throws WrongCommand with a sentence for people */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals: paths } = parsed(args);
  if (values.help || args.length === 0) return { kind: 'help' };
  if (paths.length === 0) throw new WrongCommand('Name the files or folders that it is about.');
  const report = values.report ?? null;
  if (values['dry-run']) return { kind: 'look', paths, report };
  if (values.stems !== undefined) return { kind: 'stems', paths, folder: values.stems };
  const { server, user } = values;
  if (!server || !user) {
    throw new WrongCommand('Say where it goes: --server URL and --user NAME, or --dry-run.');
  }
  try {
    return { kind: 'import', paths, server: serverUrl(server), user, report };
  } catch (error) {
    throw new WrongCommand((error as Error).message);
  }
}
