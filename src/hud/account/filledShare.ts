import type { Judgement } from '../../data/rules/account/validation.ts';

/** Share of judgements that are right, 0–1. */
export function filledShare(judgements: readonly Judgement[]): number {
  const right = judgements.filter((judgement) => judgement === true).length;
  return judgements.length === 0 ? 1 : right / judgements.length;
}
