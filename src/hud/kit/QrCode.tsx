import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from '../parts/Page.module.css';

/** Modules of quiet around a code (ISO/IEC 18004). */
const QUIET = 4;

/** A code to scan, in ground on paper, as scanners read it best. `label` says where it leads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET });
    const squares = data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
    );
    return { path: squares.join(''), size: modules };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
