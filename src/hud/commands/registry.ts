/**
 * The one registry of what can be done by key, button and menu. A page registers its commands while it is
 * shown; the last one registered wins a key, so that a page may override the shell.
 */
import { canonicalKeys, type KeyPress, matchesKeys } from './keys.ts';

export interface Command {
  /** Unique, for instance `transport.play`. */
  id: string;
  title: string;
  /** Heading on the shortcut sheet. */
  group: string;
  /** Chords as `keys.ts` writes them; none for a command without keys. */
  keys: string[];
  run(): void;
  /** Left out means always. */
  isEnabled?(): boolean;
  /** Does it run again while its key is held? */
  repeats?: boolean;
  /** Runs when the key is let go. */
  release?(): void;
  /** An instrument that is being played: while enabled it has its keys before every other command. */
  isPlayed?: boolean;
}

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

/** Adds commands; the same id again replaces the earlier one while it lasts. @returns what removes them */
export function registerCommands(added: readonly Command[]): () => void {
  change([...commands, ...added]);
  return () => change(commands.filter((one) => !added.includes(one)));
}

/** Commands in force, in order of registration; of two with the same id the later. */
export function allCommands(): readonly Command[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  return [...byId.values()];
}

/** The list as it stands, for useSyncExternalStore: another array after every change. */
export function commandsSnapshot(): readonly Command[] {
  return commands;
}

/** @returns what stops it */
export function onCommandsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isEnabled = (command: Command) => command.isEnabled?.() ?? true;

/** Can a command be run now? False for an unknown id. */
export function canRunCommand(id: string): boolean {
  const command = commands.findLast((one) => one.id === id);
  return command !== undefined && isEnabled(command);
}

/** Runs a command if it is known and enabled. @returns whether it ran */
export function runCommand(id: string): boolean {
  const command = commands.findLast((one) => one.id === id);
  if (!command || !isEnabled(command)) return false;
  command.run();
  return true;
}

/** The enabled command that a key press means, or undefined. */
export function commandFor(press: KeyPress): Command | undefined {
  const meant = allCommands().filter(
    (command) => command.keys.some((keys) => matchesKeys(press, keys)) && isEnabled(command),
  );
  return meant.findLast(({ isPlayed }) => isPlayed) ?? meant.at(-1);
}

/** Chords that more than one of these commands claims, each as one sentence; empty when all is well. */
export function keyConflicts(among: readonly Command[] = allCommands()): string[] {
  const claims = new Map<string, string[]>();
  for (const command of among) {
    for (const keys of new Set(command.keys.map(canonicalKeys))) {
      claims.set(keys, [...(claims.get(keys) ?? []), command.id]);
    }
  }
  return [...claims]
    .filter(([, ids]) => ids.length > 1)
    .map(([keys, ids]) => `${keys} is claimed by ${ids.join(' and ')}`);
}
