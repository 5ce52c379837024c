import type { ReactNode } from 'react';
import { usePageTitle } from '../parts/page/page.ts';
import styles from './AccountFrame.module.css';
import { FormRings } from './FormRings.tsx';
import type { SketchName } from './formRings.ts';

export interface AccountFrameProps {
  title: string;
  /** What this page is for, in a sentence. */
  lead?: ReactNode;
  sketch: SketchName;
  /** Share of the form that is as it should be, 0–1. */
  filled?: number;
  children?: ReactNode;
}

/** Frame of the pages around signing in: what to do on the left, the rifff of the page on the right. */
export function AccountFrame({ title, lead, sketch, filled = 1, children }: AccountFrameProps) {
  usePageTitle(title);
  return (
    <div className={`${styles.frame} over`}>
      <FormRings sketch={sketch} filled={filled} />
      <div className={styles.column}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <div className={`${styles.lead} t18`}>{lead}</div>}
        {children}
      </div>
    </div>
  );
}
