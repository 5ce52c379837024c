import { categoryOf } from '../../../data/contract/categories.ts';
import type { TreeNode } from '../../../data/contract/jams.ts';
import { importedText, isHouseBand } from '../../../data/rules/sharing/accountText.ts';
import { mixColours, TOKENS } from '../../../drawing/tokens.ts';
import { numberTitle } from '../../parts/controls/format.ts';
import { useNames } from '../../parts/people/useNames.ts';
import { ProgramMark } from '../../parts/shares/Byline.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import styles from './History.module.css';

export interface TreeStopProps {
  node: TreeNode;
  /** From 1; undefined while the tree is not whole. */
  number: number | undefined;
  /** Is it on the line that matters? */
  isOnLine: boolean;
  at: readonly [number, number];
  /** Words beside the disc, so far from the left; null where there are none. */
  wordsPx: number | null;
  onChoose(id: string): void;
}

/** How far the inks of what is off the line go into the ground. */
const FAR = 0.58;

/** A rifff of which only its place and its categories are known yet: bands in their inks. */
export function TreeStop({ node, number, isOnLine, at, wordsPx, onChoose }: TreeStopProps) {
  const text = useRegionText();
  const [x, y] = at;
  const { id, user, importedName, created, bands } = node;
  const nameOf = useNames();
  const who = importedName ? importedText(importedName) : nameOf(user);
  const isRow = wordsPx !== null;
  const title = number === undefined ? 'Rifff' : numberTitle(number);
  const details = [text.time(created), who && `by ${who}`].filter(Boolean).join(', ');
  const name = isRow ? undefined : `${title}, ${details}`;
  const inks = bands.map((band) => {
    const { ink } = categoryOf(band);
    return isOnLine ? ink : mixColours(ink, TOKENS.ground, FAR);
  });
  return (
    <button
      type="button"
      className={isRow ? `focusInside ${styles.row}` : styles.stop}
      style={isRow ? { top: y } : { left: x, top: y }}
      aria-label={name}
      title={name}
      onClick={() => onChoose(id)}
    >
      <span className={styles.disc} style={isRow ? { left: x, top: '50%' } : undefined}>
        <span className={styles.bands} aria-hidden="true">
          {inks.map((background, band) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bands have no other name
            <i key={band} className="grow" style={{ background }} />
          ))}
        </span>
      </span>
      {isRow && (
        <span className={styles.words} style={{ marginLeft: wordsPx }}>
          <span className="medium hoverThick">
            {title} {isHouseBand(user) && <ProgramMark />}
          </span>
          <span className="t13 muted">{details}</span>
        </span>
      )}
    </button>
  );
}
