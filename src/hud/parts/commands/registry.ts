/**
 * The one registry of what can be done by key, button and menu. A page registers its commands while it is
 * shown; the last one registered wins a key, so that a page may override the shell.
 */

import { useEffect, useSyncExternalStore } from 'react';
import { ariaKeys, canonicalKeys, type KeyPress, matchesKeys } from './keys.ts';

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
  /** Not on the sheet of keys: for a while its key means this, in place of what the sheet says. */
  isUnlisted?: boolean;
}

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

/** A command that was asked for before the part of the page that has it was there. */
let awaited: { id: string; untilMs: number } | null = null;

/** Longer than this no command is waited for: it would come as a surprise. */
const AWAITED_MS = 3000;

/**
 * Runs a command; one that is not there yet, or not enabled, runs as soon as it is registered, within 3 s. For what a
 * panel does that is about to open. The last one that was asked for counts.
 */
export function runCommandSoon(id: string): void {
  awaited = runCommand(id) ? null : { id, untilMs: performance.now() + AWAITED_MS };
}

/** Adds commands; the same id again replaces the earlier one while it lasts. @returns what removes them */
export function registerCommands(added: readonly Command[]): () => void {
  change([...commands, ...added]);
  if (awaited && (performance.now() > awaited.untilMs || runCommand(awaited.id))) awaited = null;
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

/** A command as the button for it says and runs it. */
interface CommandButtonWords {
  /** Empty while the command is not there. */
  readonly title: string;
  /** Its keys as `aria-keyshortcuts` writes them. */
  readonly shortcuts: string | undefined;
  readonly isEnabled: boolean;
  run(): void;
}

/** The command for a button. What it may do is asked anew in each render and when commands come or go. */
export function useCommand(id: string): CommandButtonWords {
  const all = useSyncExternalStore(onCommandsChange, commandsSnapshot);
  const command = all.findLast((one) => one.id === id);
  return {
    title: command?.title ?? '',
    shortcuts: command?.keys.map((keys) => ariaKeys(keys)).join(' ') || undefined,
    isEnabled: command !== undefined && isEnabled(command),
    run: () => void runCommand(id),
  };
}

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

let wishedId = '';

/** A command that was asked for before its page was there. */
export function wishForCommand(id: string): void {
  wishedId = id;
}

/** Runs what was asked for, once. For pages whose commands a first paint offers, when they can be run. */
export function runWishedCommand(): void {
  const id = wishedId;
  wishedId = '';
  if (id) runCommand(id);
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

const TEXT_INPUTS = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', '']);
/** Widgets that answer letters or arrows themselves. */
const OWN_KEYS = '[role="menu"],[role="listbox"],[role="combobox"],select';
const PRESSABLE =
  'button,a[href],summary,input,[role="button"],[role="tab"],[role="switch"],[role="checkbox"],[role="radio"],[role="option"]';
const OPEN_DIALOG = '[role="dialog"],[role="alertdialog"]';

/** Was the last thing that a person did a press of a pointer? And did one give the focus? */
let isPointerLast = false;
let isFocusByPointer = false;

function onPointer(): void {
  isPointerLast = true;
}

function onAnyKey(): void {
  isPointerLast = false;
}

function onFocusIn(): void {
  isFocusByPointer = isPointerLast;
}

/** Is a person typing into this element? */
function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && TEXT_INPUTS.has(target.getAttribute('type') ?? '');
}

/**
 * Does the element that has the keyboard use this key itself? Space and Enter press a control that shows its
 * focus; after a click, which shows none, they are commands again.
 */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (isTypingIn(target) || target.closest(OWN_KEYS)) return true;
  if (event.key === ' ' || event.key === 'Enter') {
    return target.matches(PRESSABLE) && !isFocusByPointer;
  }
  const isArrow = event.key.startsWith('Arrow') || /^(Home|End|Page)/.test(event.key);
  return (
    isArrow && (target instanceof HTMLInputElement || target.getAttribute('role') === 'slider')
  );
}

/** Something open over the page keeps keys from the page behind it, but not from an instrument inside it. */
function covers(): 'nothing' | 'all' | 'page' {
  const open = [...document.querySelectorAll(OPEN_DIALOG)].filter(
    (dialog) => dialog.getAttribute('data-state') !== 'closed',
  );
  if (open.length === 0) return 'nothing';
  return open.every((dialog) => dialog.querySelector('[data-instrument]')) ? 'page' : 'all';
}

/** Commands whose key is down and that want to know when it is let go, by the key's place. */
const held = new Map<string, Command>();

function releaseAll(): void {
  for (const command of held.values()) command.release?.();
  held.clear();
}

/** Tells the command of a key that it has been let go. */
function handleReleasedKey({ code }: KeyboardEvent): void {
  held.get(code)?.release?.();
  held.delete(code);
}

/** Runs the command that a key press means. @returns whether one ran */
function handleCommandKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isTaken(event)) return false;
  const covered = covers();
  if (covered === 'all') return false;
  const command = commandFor(event);
  if (!command || (covered === 'page' && !command.isPlayed)) return false;
  event.preventDefault();
  if (event.repeat && !command.repeats) return true;
  command.run();
  if (command.release) held.set(event.code, command);
  return true;
}

/** Listens to the keyboard for every command. Used once, by the shell. */
export function useCommandKeys(): void {
  useEffect(() => {
    const stop = new AbortController();
    const early = { signal: stop.signal, capture: true };
    window.addEventListener('pointerdown', onPointer, early);
    window.addEventListener('keydown', onAnyKey, early);
    window.addEventListener('focusin', onFocusIn, early);
    window.addEventListener('keydown', handleCommandKey, { signal: stop.signal });
    window.addEventListener('keyup', handleReleasedKey, early);
    window.addEventListener('blur', releaseAll, { signal: stop.signal });
    return () => {
      stop.abort();
      releaseAll();
    };
  }, []);
}
