import type { Condition } from '../../../data/contract/arcade.ts';
import { type CategorySlug, categoryOf } from '../../../data/contract/categories.ts';
import { progressText } from '../../../data/rules/arcade/conditions.ts';
import type { ConditionCue } from '../../../data/rules/arcade/cues.ts';
import { KnifeGlyph } from '../../parts/LoopGlyph.tsx';
import styles from './Play.module.css';

/** The category that a condition is about, if it is about one. */
function categoryIn(condition: Condition): CategorySlug | null {
  if (condition.kind === 'first' || condition.kind === 'without') {
    return categoryOf(condition.category).slug;
  }
  const only = condition.kind === 'with' ? condition.categories[0] : undefined;
  return only === undefined ? null : categoryOf(only).slug;
}

const RADIUS = 13;
const ROUND = 2 * Math.PI * RADIUS;

/** How far a condition is: a disc of as many parts as it needs, filled one by one; whole with a tick, or crossed out. */
function Mark({ cue, category }: { cue: ConditionCue; category: CategorySlug | null }) {
  const { isMet, isBroken, have, need } = cue;
  const part = ROUND / need;
  const gap = need > 1 ? 4 : 0;
  return (
    <span className={styles.mark}>
      <svg width="36" height="36" viewBox="-18 -18 36 36" aria-hidden="true">
        {isMet ? (
          <circle r="17" fill="var(--paper)" />
        ) : (
          Array.from({ length: need }, (_, at) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a circle have no other name
              key={at}
              r={RADIUS}
              fill="none"
              stroke={at < have ? 'var(--paper)' : 'var(--line)'}
              strokeWidth="8"
              strokeDasharray={`${part - gap} ${ROUND - part + gap}`}
              transform={`rotate(${(360 * at) / need - 90})`}
            />
          ))
        )}
        {isMet && <path d="M-7 0l5 5 9-10" fill="none" stroke="var(--ground)" strokeWidth="4" />}
        {isBroken && <path d="M-6-6 6 6M6-6-6 6" stroke="var(--paper)" strokeWidth="3" />}
      </svg>
      {category && !isMet && !isBroken && (
        <span className={`phoneAway ${styles.markGlyph}`}>
          <KnifeGlyph category={category} sizePx={16} />
        </span>
      )}
    </span>
  );
}

interface ConditionMarksProps {
  conditions: readonly Condition[];
  cues: readonly ConditionCue[];
}

/** What the brief asks for, each with how far it is: by its mark and in words. */
export function ConditionMarks({ conditions, cues }: ConditionMarksProps) {
  return (
    <ul className={styles.marks} aria-label="What the brief asks for">
      {cues.map((cue, at) => (
        <li key={cue.text} className="t13 row gap8" data-met={cue.isMet || undefined}>
          <Mark cue={cue} category={categoryIn(conditions[at]!)} />
          <span className={cue.isMet ? 'bold' : undefined}>
            {cue.text}
            <span className="muted"> {progressText(conditions[at]!, cue)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
