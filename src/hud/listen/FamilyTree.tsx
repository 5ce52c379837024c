import type { ListenEntry } from '../../data/rules/listening/entry.ts';
import { FAMILY_WORDS } from '../../data/rules/listening/familyPiece.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import styles from './Listen.module.css';

/** Between the middles of two neighbours, and from one branch to the next, in CSS pixels. */
const STEP_PX = 60;
const LANE_PX = 52;
const DISC_PX = 40;
const HIT_PX = 44;
/** Room for the keyline around the first and the last. */
const MARGIN_PX = 6;

interface Member {
  readonly entry: ListenEntry;
  readonly x: number;
  readonly y: number;
  /** Index of what it answers; −1 for the first. */
  readonly from: number;
}

/** Where each part of the family stands: up to the winner on one line, what came of it behind, one lane each. */
function placed(family: readonly ListenEntry[]): Member[] {
  const winner = family.findIndex(({ ref }) => ref.part?.role === 'winner');
  const middle = MARGIN_PX + HIT_PX / 2;
  return family.map((entry, at) => {
    const branch = at > winner ? at - winner - 1 : 0;
    const column = Math.min(at, winner + 1);
    return {
      entry,
      x: middle + column * STEP_PX,
      y: middle + branch * LANE_PX,
      from: at > winner ? winner : at - 1,
    };
  });
}

/** A line to the right that leaves its lane at 45°. */
function lineTo(from: Member, to: Member): string {
  const fall = to.y - from.y;
  const bend = Math.min(fall, STEP_PX);
  return `M${from.x} ${from.y}l${bend} ${bend}V${to.y}H${to.x}`;
}

/** Does the way from the first to the one that is heard go through it? */
function isOnWay(members: readonly Member[], at: number, now: number): boolean {
  for (let one = now; one >= 0; one = members[one]!.from) if (one === at) return true;
  return false;
}

export interface FamilyTreeProps {
  /** Parts of one piece, in the order of play. */
  family: readonly ListenEntry[];
  /** Key of the one that is heard. */
  nowKey: string;
  /** Plays one of them. */
  onChoose(key: string): void;
}

/** The family of a rifff of the week, small, with the place now. */
export function FamilyTree({ family, nowKey, onChoose }: FamilyTreeProps) {
  const members = placed(family);
  const now = family.findIndex(({ ref }) => ref.key === nowKey);
  const lanes = Math.max(...members.map(({ y }) => y));
  return (
    <nav className={styles.tree} aria-label="Family of the rifff of the week">
      <div className={styles.family} style={{ height: lanes + HIT_PX / 2 + MARGIN_PX }}>
        <svg className={styles.lines} width="100%" height="100%" aria-hidden="true">
          {members.map((member, at) => {
            const from = members[member.from];
            if (!from) return null;
            return (
              <path
                key={member.entry.ref.key}
                d={lineTo(from, member)}
                data-heard={isOnWay(members, at, now) || undefined}
              />
            );
          })}
        </svg>
        {members.map(({ entry: { ref, item }, x, y }) => (
          <button
            key={ref.key}
            type="button"
            className={styles.member}
            style={{ left: x - HIT_PX / 2, top: y - HIT_PX / 2 }}
            aria-current={ref.key === nowKey || undefined}
            aria-label={`${ref.part ? FAMILY_WORDS[ref.part.role] : ''}: ${ref.title} by ${ref.by}`}
            onClick={() => onChoose(ref.key)}
          >
            <RifffDisc rifff={item.rifff} sizePx={DISC_PX} />
          </button>
        ))}
      </div>
    </nav>
  );
}
