import { NavigationMenu as Primitive } from 'radix-ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router';
import styles from './Menu.module.css';

export interface NavigationMenuProps {
  /** Names the list for screen readers. */
  label: string;
  /** What is always there: the content of a link to `to`. */
  trigger: ReactNode;
  to: string;
  triggerClass: string;
  /** Links of the list, each with a key; they must take a ref, a class and handlers. */
  links: readonly ReactElement[];
  /** Stands above the links. */
  heading?: ReactNode;
  /** Takes the focus when it comes: it stands in place of something that had it. */
  takesFocus?: boolean;
}

/** The one item of the primitive, which could hold many. */
const ITEM = 'list';
/** After this the browser has noticed what lies under a mouse that rests. */
const ARRIVAL_MS = 200;

/**
 * A link with a list of links under it. A mouse opens the list by coming near and follows the link by a
 * click; a finger opens it by the first tap; the keyboard opens it by focus or the arrow down, arrows move
 * in it. Escape, a tap outside and every move to another page close it.
 */
export function NavigationMenu(props: NavigationMenuProps) {
  const { label, trigger, to, triggerClass, links, heading, takesFocus } = props;
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** What pressed the trigger last, and whether the list was open then. */
  const press = useRef({ isTouch: false, wasOpen: false });
  const { key } = useLocation();

  // A move to another page closes it; not its own arrival, which may have opened it.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    setOpen(false);
  }, [key]);
  useLayoutEffect(() => {
    if (takesFocus) root.current?.querySelector('a')?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // It came under a mouse that was there before; the browser knows it some frames later.
    const look = () => {
      if (root.current?.matches(':hover') && matchMedia('(hover: hover)').matches) setOpen(true);
    };
    look();
    const timer = setTimeout(look, ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The list follows its link in the document: the primitive's way round for the keyboard is none here.
    if (!isOpen) return;
    for (const proxy of root.current?.querySelectorAll('span[aria-hidden][tabindex="0"]') ?? []) {
      proxy.setAttribute('tabindex', '-1');
    }
  }, [isOpen]);

  const onFocus = ({ target, relatedTarget }: FocusEvent) => {
    // Focus that comes back from the list does not open it again.
    if (!root.current?.contains(relatedTarget) && target.matches(':focus-visible')) setOpen(true);
  };
  const onClick = (event: MouseEvent) => {
    const { isTouch, wasOpen } = press.current;
    press.current = { isTouch: false, wasOpen: false };
    if (!isTouch || wasOpen) return;
    event.preventDefault();
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isOpen) return;
    event.preventDefault();
    // At once: a key that is pressed before the next frame already moves inside the list.
    flushSync(() => setOpen(true));
    list.current?.querySelector('a')?.focus();
  };

  return (
    <Primitive.Root
      asChild
      aria-label={undefined}
      value={isOpen ? ITEM : ''}
      onValueChange={(value) => setOpen(value !== '')}
      delayDuration={0}
    >
      <div ref={root} className="relative">
        <Primitive.List asChild>
          <div>
            <Primitive.Item asChild value={ITEM}>
              <div>
                <Primitive.Trigger
                  asChild
                  className={triggerClass}
                  onFocus={onFocus}
                  onPointerDown={({ pointerType }) => {
                    press.current = { isTouch: pointerType !== 'mouse', wasOpen: isOpen };
                  }}
                  onClick={onClick}
                  onKeyDown={onKeyDown}
                >
                  <Link to={to}>{trigger}</Link>
                </Primitive.Trigger>
                <Primitive.Content asChild aria-label={label} aria-labelledby={undefined}>
                  <nav ref={list} className={styles.drop}>
                    {heading}
                    <ul>
                      {links.map((link) => (
                        <li key={link.key}>
                          <Primitive.Link asChild className={styles.link}>
                            {link}
                          </Primitive.Link>
                        </li>
                      ))}
                    </ul>
                  </nav>
                </Primitive.Content>
              </div>
            </Primitive.Item>
          </div>
        </Primitive.List>
      </div>
    </Primitive.Root>
  );
}
