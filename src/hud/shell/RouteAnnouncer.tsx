import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';

/** After a move to another page: says its title to screen readers and puts the focus at its start. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const [text, setText] = useState('');
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    // The page sets its title in an effect of its own.
    const timer = setTimeout(() => setText(document.title), 50);
    return () => clearTimeout(timer);
  }, [pathname]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
