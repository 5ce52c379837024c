import { type ReactNode, useMemo } from 'react';
import page from '../parts/Page.module.css';
import { type Wave, waveArt } from '../parts/page/waveArt.ts';
import styles from './Sheet.module.css';

const ART_PX = 720;

interface SheetProps {
  title: ReactNode;
  lead: ReactNode;
  /** Muted, under the lead. */
  more?: ReactNode;
  actions?: ReactNode;
  /** The rings of the picture, from the inside out. */
  waves: readonly Wave[];
  children?: ReactNode;
}

/** A page that says one thing: large words, a few sentences, a picture of rings that leaves the page. */
export function Sheet({ title, lead, more, actions, waves, children }: SheetProps) {
  const art = useMemo(() => waveArt(waves, ART_PX), [waves]);
  return (
    <section className={`${styles.sheet} over`}>
      <div
        className={`${page.art} ${styles.art}`}
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
        dangerouslySetInnerHTML={{ __html: art }}
      />
      <div className={styles.words}>
        <h1 className={page.bigTitle}>{title}</h1>
        <p className={`${styles.lead} t18`}>{lead}</p>
        {more && <p className={styles.more}>{more}</p>}
        {actions && <div className="flex wrap gap12 top32">{actions}</div>}
        {children}
      </div>
    </section>
  );
}
