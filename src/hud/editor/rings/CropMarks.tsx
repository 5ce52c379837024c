import styles from './CropMarks.module.css';

const CORNERS = [styles.topLeft, styles.topRight, styles.bottomLeft, styles.bottomRight];

/** Marks at the corners of a sheet that is not cut yet: this is a draft. */
export function CropMarks() {
  return CORNERS.map((corner) => <span key={corner} className={`${styles.mark} ${corner}`} />);
}
