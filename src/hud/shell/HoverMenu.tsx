import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'react-router';
import { DestinationLink } from './DestinationLink.tsx';
import styles from './HoverMenu.module.css';
import type { Destination } from './navigation.ts';

/** The pointer may leave for this long, on its way to the list. */
const LEAVE_MS = 200;

export interface HoverMenuProps {
  /** Says what the list is. */
  label: string;
  /** Where the trigger itself leads. */
  to: string;
  triggerClass: string;
  trigger: ReactNode;
  items: readonly Destination[];
  /** Stands above the rows. */
  heading?: ReactNode;
  /** It takes the place of something that was focused. */
  takesFocus?: boolean;
}

/**
 * A link with a list of links under it. A mouse opens the list by coming near and follows the link by a
 * click; a finger opens it by the first tap; the keyboard opens it by focus, and arrows move in it.
 */
export function HoverMenu(props: HoverMenuProps) {
  const { label, to, triggerClass, trigger, items, heading, takesFocus } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What pressed last, and whether the list was open when it did. */
  const press = useRef({ isTouch: false, wasOpen: false });
  const [isOpen, setOpen] = useState(false);
  /** Focus comes back to the trigger without opening the list. */
  const isComingBack = useRef(false);
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
    // It came under a mouse that was there before.
    if (root.current?.matches(':hover') && matchMedia('(hover: hover)').matches) setOpen(true);
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const links = () => [...(root.current?.querySelectorAll<HTMLElement>('a') ?? [])];

  const onPointer = (event: PointerEvent, isNear: boolean) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    if (isNear) setOpen(true);
    else timer.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  const onTriggerFocus = (event: FocusEvent) => {
    if (!isComingBack.current && event.target.matches(':focus-visible')) setOpen(true);
  };
  const onTriggerClick = (event: MouseEvent) => {
    const { isTouch, wasOpen } = press.current;
    press.current = { isTouch: false, wasOpen: false };
    if (!isTouch || wasOpen) return;
    event.preventDefault();
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      isComingBack.current = true;
      links()[0]?.focus();
      isComingBack.current = false;
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(true);
    requestAnimationFrame(() => {
      const all = links();
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + step + all.length) % all.length]?.focus();
    });
  };
  const onBlur = (event: FocusEvent) => {
    if (!root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls; this is their hover area
    <div
      ref={root}
      className={styles.root}
      onPointerEnter={(event) => onPointer(event, true)}
      onPointerLeave={(event) => onPointer(event, false)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <Link
        to={to}
        className={triggerClass}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onFocus={onTriggerFocus}
        onPointerDown={({ pointerType }) => {
          press.current = { isTouch: pointerType !== 'mouse', wasOpen: isOpen };
        }}
        onClick={onTriggerClick}
      >
        {trigger}
      </Link>
      {isOpen && (
        <nav id={id} className={styles.list} aria-label={label}>
          {heading}
          <ul>
            {items.map((destination) => (
              <li key={destination.title}>
                <DestinationLink
                  destination={destination}
                  className={styles.row}
                  onClick={() => setOpen(false)}
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
