/** A control that goes while it has the focus of a keyboard leaves it to another one, not to the page. */
import { useEffect } from 'react';

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex="0"]';

/** What a control is known by when it comes back in another place: `data-focus-as`, or its name. */
const nameOf = (element: HTMLElement) =>
  `${element.tagName} ${element.dataset.focusAs ?? (element.ariaLabel || element.textContent)}`;

const canTake = (element: HTMLElement) => element.tabIndex >= 0 && element.checkVisibility();

const focusableIn = (root: Element) =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canTake);

/** What had the focus, as it was before it went. */
interface Held {
  element: HTMLElement;
  name: string;
  /** What stood around it, from the inside out. */
  around: Element[];
}

function holdOf(element: HTMLElement): Held {
  const around: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) around.push(one);
  return { element, name: nameOf(element), around };
}

/** The same control where it stands now, else the first one of what is left of its surroundings. */
function heirOf({ name, around }: Held): HTMLElement | undefined {
  const same = focusableIn(document.body).find((element) => nameOf(element) === name);
  if (same) return same;
  for (const one of around) {
    const [first] = one.isConnected ? focusableIn(one) : [];
    if (first) return first;
  }
  return undefined;
}

/**
 * While the page is shown, the focus of a keyboard outlives the control that has it. The same control in another place
 * takes it, else what stands next to it. What a pointer chose is left alone, and dialogs give the focus back themselves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Held | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      const isOurs =
        target instanceof HTMLElement &&
        target.closest('main, header') !== null &&
        target.id !== 'main' &&
        target.matches(':focus-visible');
      held = isOurs ? holdOf(target) : null;
    };
    const onPointer = () => {
      held = null;
    };
    const watcher = new MutationObserver(() => {
      if (!held) return;
      if (held.element.isConnected) {
        held.name = nameOf(held.element);
        return;
      }
      const heir = document.activeElement === document.body ? heirOf(held) : undefined;
      held = null;
      heir?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
      watcher.disconnect();
    };
  }, []);
}
