import type { ReactNode } from 'react';

interface SectionProps {
  /** Of its heading. */
  id: string;
  title: ReactNode;
  /** Room under the heading: `below12`. */
  space?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page that is named by its heading. */
export function Section({ id, title, space, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={space ? `t24 ${space}` : 't24'}>
        {title}
      </h2>
      {children}
    </section>
  );
}
