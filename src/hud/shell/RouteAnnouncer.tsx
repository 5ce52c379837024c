import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';

/** After a move to another page: says its title to screen readers and puts the focus at its start. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const last = useRef(pathname);
  const [text, setText] = useState('');
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Back and forward keep the place where one was; the browser sees to that.
    if (how !== 'POP') window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
    // The page sets its title in an effect of its own.
    const timer = setTimeout(() => setText(document.title), 50);
    return () => clearTimeout(timer);
  }, [pathname, how]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
