import { cloneElement, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import type { MenuProps } from '../../system/Menu.tsx';
import { restTurn } from './firstSound.ts';
import { lazyPiece } from './lazyPiece.tsx';

const { Piece, prefetch } = lazyPiece<MenuProps>(
  'The menu',
  async () => (await import('../../system/Menu.tsx')).Menu,
  ({ onOpenChange }) => onOpenChange?.(false),
);
void restTurn().then(prefetch);

/** Keys that open the menu of a button. */
const OPENING = ['Enter', ' ', 'ArrowDown'];

interface LaterMenuProps extends MenuProps {
  trigger: ReactElement<object>;
}

/**
 * A `Menu` under a button whose code is fetched when the page is there, or when the button is pointed at, focused or
 * pressed; a press opens it as soon as it has come.
 */
export function LaterMenu(props: LaterMenuProps) {
  const [here, setHere] = useState<'not yet' | 'with focus' | 'without focus'>('not yet');
  const button = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  if (here !== 'not yet') {
    return (
      <Piece {...props} takesFocus={here === 'with focus'} isOpenAtFirst={isPressed.current} />
    );
  }
  const come = () =>
    void prefetch().then(() => {
      setHere(document.activeElement === button.current ? 'with focus' : 'without focus');
    });
  const press = (event: { preventDefault(): void }) => {
    // What opens takes the focus.
    event.preventDefault();
    isPressed.current = true;
    come();
  };
  return cloneElement(props.trigger, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: come,
    onFocus: come,
    onPointerDown: press,
    onKeyDown: (event: KeyboardEvent) => OPENING.includes(event.key) && press(event),
  } as object);
}

/** A `Menu` at a point of the page, fetched when it is opened. */
export const PointMenu = Piece;
