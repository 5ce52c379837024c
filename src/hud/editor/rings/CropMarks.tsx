import styles from './CropMarks.module.css';

const CORNERS = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight];

/** Marks at the corners of a sheet that is not cut yet: this is a draft. A commit closes them. */
export function CropMarks({ isClosed = false }: { isClosed?: boolean }) {
  return CORNERS.map((corner) => (
    <span key={corner} data-closed={isClosed || undefined} className={`${styles.mark} ${corner}`} />
  ));
}
