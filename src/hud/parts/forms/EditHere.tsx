import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../system/Button.tsx';
import styles from './FormSection.module.css';

interface EditHereProps {
  /** Of its heading. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Forms on the page that they change: the address opens them (`?edit=1`), and Done leaves them. */
export function EditHere({ id, title, children }: EditHereProps) {
  const [, setSearch] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby={id}>
      <div className={styles.editHead}>
        <h2 ref={heading} id={id} className="t24" tabIndex={-1}>
          {title}
        </h2>
        <Button size="sm" icon="check" onClick={() => setSearch({}, { replace: true })}>
          Done
        </Button>
      </div>
      {children}
    </section>
  );
}
