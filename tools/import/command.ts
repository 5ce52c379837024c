/** What the command does, apart from the terminal that it talks to. */
import { writeFile } from 'node:fs/promises';
import type { ImportProgress, ImportReport } from '../../src/audio/imports/JamSource.ts';
import { type Found, recognise } from '../../src/audio/imports/recognise.ts';
import { runImport } from '../../src/audio/imports/run/runImport.ts';
import { soundMaker } from '../../src/audio/imports/sound/soundMaker.ts';
import { diskFiles } from './files.ts';
import { type Command, HELP, readCommand, WrongCommand } from './options.ts';
import { Server } from './serverCalls.ts';
import { nodeCodec } from './sound/codec.ts';
import { openSqlite } from './sqlite.ts';
import { writeStems } from './stems/writeStems.ts';
import { surveyOf } from './survey.ts';

export const EXIT = { done: 0, failed: 1, someLeftOut: 2, wrongCommand: 64 } as const;

/** Lines about what was left out on the terminal; a report has a thousand. */
const MAX_TOLD = 20;

export interface Terminal {
  /** A line that stays. */
  say(line: string): void;
  /** A line that the next one writes over. */
  progress(line: string): void;
  password(question: string): Promise<string>;
}

interface Skipped {
  readonly skipped: readonly { readonly what: string; readonly reason: string }[];
  readonly skippedCount: number;
}

function tellSkipped({ skipped, skippedCount }: Skipped, { say }: Terminal): void {
  if (skippedCount === 0) return;
  say(`Left out: ${skippedCount}`);
  for (const { what, reason } of skipped.slice(0, MAX_TOLD)) say(`  ${what}: ${reason}`);
  const more = skippedCount - Math.min(MAX_TOLD, skipped.length);
  if (more > 0) say(`  and ${more} more; --report FILE writes the first thousand`);
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

const percent = ({ readBytes, totalBytes }: ImportProgress) =>
  totalBytes === 0 ? 0 : Math.floor((100 * readBytes) / totalBytes);

function progressLine(progress: ImportProgress): string {
  const { jam, loops, rifffs, messages, skipped } = progress;
  const parts = [count(loops, 'loop'), count(rifffs, 'rifff'), count(messages, 'message')];
  const left = skipped > 0 ? `, ${skipped} left out` : '';
  return `${percent(progress)} %  ${jam}: ${parts.join(', ')}${left}`;
}

async function writeReport(path: string | null, report: object): Promise<void> {
  if (path !== null) await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** Opens what was named, and says what it is. @returns null where nothing of it can be brought in */
async function find(paths: readonly string[], { say }: Terminal): Promise<Found | null> {
  const found = await recognise(diskFiles(paths), { openSql: openSqlite });
  for (const { what, name, note } of found.parts) {
    say(`${name}: ${what}`);
    if (note) say(`  ${note}`);
  }
  for (const { path, reason } of found.unknown.slice(0, MAX_TOLD)) say(`${path}: ${reason}`);
  if (found.parts.length > 0) return found;
  say('There is nothing in it that can be brought in.');
  return null;
}

async function look(command: Command & { kind: 'look' }, terminal: Terminal, signal: AbortSignal) {
  const found = await find(command.paths, terminal);
  if (!found) return EXIT.failed;
  const survey = await surveyOf(found.source(), signal);
  for (const { name, loops, rifffs, messages } of survey.jams) {
    const parts = [count(loops, 'loop'), count(rifffs, 'rifff'), count(messages, 'message')];
    terminal.say(`${name}: ${parts.join(', ')}`);
  }
  if (survey.people.length > 0) terminal.say(`People: ${survey.people.join(', ')}`);
  tellSkipped(survey, terminal);
  await writeReport(command.report, survey);
  return survey.skippedCount > 0 ? EXIT.someLeftOut : EXIT.done;
}

const NOT_SIGNED = ', not signed by a server that this one trusts: its people stay names';

function tellReport(report: ImportReport, terminal: Terminal): number {
  const { stored, same, jams, stopped } = report;
  for (const { name, jamId, isProven, hasOwn } of jams) {
    const proof =
      isProven === null
        ? ''
        : isProven
          ? hasOwn
            ? ', signed, with yours'
            : ', signed'
          : NOT_SIGNED;
    terminal.say(`${name}: jam ${jamId}${proof}`);
  }
  const kinds = ['loops', 'rifffs', 'messages'] as const;
  const words = kinds.map((kind) => `${stored[kind]} ${kind} came in, ${same[kind]} were there`);
  terminal.say(`${words.join('; ')}.`);
  tellSkipped(report, terminal);
  if (stopped !== null) terminal.say(stopped);
  if (stopped !== null) return EXIT.failed;
  return report.skippedCount > 0 ? EXIT.someLeftOut : EXIT.done;
}

async function bring(
  command: Command & { kind: 'import' },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const found = await find(command.paths, terminal);
  if (!found) return EXIT.failed;
  const server = new Server(command.server);
  await server.signIn(command.user, await terminal.password(`Password of ${command.user}: `));
  try {
    const report = await runImport(found.source(), {
      calls: server.imports,
      makeSound: soundMaker(nodeCodec),
      signal,
      onProgress: (progress) => terminal.progress(progressLine(progress)),
    });
    await writeReport(command.report, report);
    return tellReport(report, terminal);
  } finally {
    await server.signOut();
  }
}

async function stems(
  command: Command & { kind: 'stems' },
  terminal: Terminal,
  signal: AbortSignal,
) {
  const found = await find(command.paths, terminal);
  if (!found) return EXIT.failed;
  const onProgress = (line: string) => terminal.progress(line);
  const written = await writeStems(found.source(), command.folder, { onProgress, signal });
  terminal.say(`${count(written.rifffs, 'folder')} with ${count(written.files, 'file')}.`);
  tellSkipped(written, terminal);
  return written.skippedCount > 0 ? EXIT.someLeftOut : EXIT.done;
}

/**
 * Runs a command.
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  try {
    const command = readCommand(args);
    if (command.kind === 'help') terminal.say(HELP);
    if (command.kind === 'help') return EXIT.done;
    if (command.kind === 'look') return await look(command, terminal, signal);
    if (command.kind === 'stems') return await stems(command, terminal, signal);
    return await bring(command, terminal, signal);
  } catch (error) {
    if (error instanceof WrongCommand) {
      terminal.say(`${error.message}\n\n${HELP}`);
      return EXIT.wrongCommand;
    }
    terminal.say(error instanceof Error ? error.message : String(error));
    return EXIT.failed;
  }
}
