import { useEffect } from 'react';
import { type Command, commandFor } from './registry.ts';

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
export function isTypingIn(target: EventTarget | null): boolean {
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
export function handleReleasedKey({ code }: KeyboardEvent): void {
  held.get(code)?.release?.();
  held.delete(code);
}

/** Runs the command that a key press means. @returns whether one ran */
export function handleCommandKey(event: KeyboardEvent): boolean {
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
