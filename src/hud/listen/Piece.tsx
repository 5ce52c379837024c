import type { ListenEntry } from '../../data/rules/listening/entry.ts';
import { FAMILY_WORDS } from '../../data/rules/listening/familyPiece.ts';
import type { StageView } from '../../data/stores/places.ts';
import { OthersLine } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './Listen.module.css';

/**
 * How a rifff is looked at. In the piece of a rifff of the week the parts move with the sound as on a stage, and the winner is
 * drawn in light, with those that led to it as growth rings. Nothing else has a look of its own.
 *
 * @param look goes before that: the one that its sharer chose, on a wall
 */
export function pieceStage(
  { ref }: ListenEntry,
  family: readonly ListenEntry[],
  look: StageView['look'] | null = null,
): StageView | undefined {
  if (!ref.part && look === null) return undefined;
  const at = family.findIndex((one) => one.ref.key === ref.key);
  const before = family.slice(0, Math.max(0, at)).map(({ item }) => item.rifff);
  const ofPart = ref.part?.role === 'winner' ? 'light' : 'print';
  return { look: look ?? ofPart, routes: {}, before: before.toReversed(), isClear: false };
}

const MARGIN_PX = 12;
/** Room that growth rings take round a rifff in light, as a share of the window's shorter side. */
const GROWTH_SHARE = 0.115;

/** Room round the rings for what moves or stands outside them, in CSS pixels. */
export const marginOf = (stage: StageView | undefined): number =>
  stage?.look === 'light' && stage.before.length > 0
    ? MARGIN_PX + Math.round(GROWTH_SHARE * Math.min(innerWidth, innerHeight))
    : MARGIN_PX;

interface PieceLinesProps {
  entry: ListenEntry;
  /** Parts of the piece that it belongs to, in the order of play. */
  family: readonly ListenEntry[];
}

/** What it is in the piece of a rifff of the week, and of the winner the week and everybody who made it. */
export function PieceLines({ entry, family }: PieceLinesProps) {
  const text = useRegionText();
  const { ref, share } = entry;
  if (!ref.part) return null;
  const { wonWeek } = share ?? {};
  const at = family.findIndex((one) => one.ref.key === ref.key);
  const step = family.length > 1 ? `, ${at + 1} of ${family.length}` : '';
  return (
    <div className={`grid gap8 below24 ${styles.piece}`}>
      {share && ref.part.role === 'winner' && <OthersLine share={share} />}
      <p className={styles.part}>
        {FAMILY_WORDS[ref.part.role]}
        {wonWeek && `, ${text.days(wonWeek.start, wonWeek.end)}`}
        {step}
      </p>
    </div>
  );
}
