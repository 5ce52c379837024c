/** What a person did on a first paint, for the app that takes its place. */
import { chooseRifff, wishToPlay } from '../../data/stores/listening.ts';
import { wishForCommand } from '../../hud/parts/commands/registry.ts';
import { takeFirstTap } from '../beforeApp.ts';

interface Typed {
  readonly name: string;
  readonly value: string;
  /** Where the caret is, if the field has it: from, to. */
  readonly caret: readonly [number | null, number | null] | null;
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Fields in which a person typed, or is about to. */
function typedIn(root: HTMLElement): Typed[] {
  return [...root.querySelectorAll<HTMLInputElement>('form input[name]:not([type="radio"])')]
    .map((field) => {
      const { name, value, selectionStart, selectionEnd } = field;
      const hasFocus = field === document.activeElement;
      return { name, value, caret: hasFocus ? ([selectionStart, selectionEnd] as const) : null };
    })
    .filter(({ value, caret }) => value !== '' || caret !== null);
}

/** Types it again into the fields of the same names. */
function typeAgain(root: HTMLElement, typed: readonly Typed[]): void {
  for (const { name, value, caret } of typed) {
    const field = root.querySelector<HTMLInputElement>(`form input[name="${CSS.escape(name)}"]`);
    if (!field) continue;
    if (value !== '') {
      // React keeps its own count of what a field holds: past it, the form hears of the change.
      setValue?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (!caret) continue;
    field.focus({ preventScroll: true });
    field.setSelectionRange(...caret);
  }
}

/** Presses the control of the page that is called so. */
function press(root: HTMLElement, name: string): void {
  const controls = root.querySelectorAll<HTMLElement>('main :is(button, a[href])');
  [...controls].find(({ textContent }) => textContent.trim() === name)?.click();
}

/**
 * Puts the app in the place of the first paint, in one go: nothing that is typed or tapped meanwhile gets lost. What
 * was tapped is done: `play`, `rifff:` with an id, `command:` with its name, or `press:` with what a control is called.
 *
 * @param render puts the app into `root` before it returns
 */
export function takeOver(root: HTMLElement, render: () => void): void {
  const [kind, what = ''] = takeFirstTap()?.split(':') ?? [];
  if (kind === 'command') wishForCommand(what);
  if (kind === 'rifff') chooseRifff(what);
  if (kind === 'rifff' || kind === 'play') wishToPlay();
  const typed = typedIn(root);
  render();
  typeAgain(root, typed);
  if (kind === 'press') press(root, what);
}
