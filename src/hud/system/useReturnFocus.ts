import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to where it was when something opened without a button of its own.
 * @returns a handler for the close of a dialog or menu
 */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  return (event) => {
    const element = before.current;
    if (!(element instanceof HTMLElement) || !element.isConnected) return;
    event.preventDefault();
    element.focus({ preventScroll: true });
  };
}
