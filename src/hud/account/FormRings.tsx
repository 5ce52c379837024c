import { useMemo } from 'react';
import styles from './AccountFrame.module.css';
import { formRings, ringsInInk, type SketchName } from './formRings.ts';

export interface FormRingsProps {
  sketch: SketchName;
  /** Share of the form that is as it should be, 0–1. */
  filled: number;
}

/** The picture beside a form: every field that is right puts ink into its rings. */
export function FormRings({ sketch, filled }: FormRingsProps) {
  const inked = ringsInInk(sketch, filled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture changes only with a whole ring
  const markup = useMemo(() => formRings(sketch, filled), [sketch, inked]);
  return (
    <div
      className={styles.art}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}
