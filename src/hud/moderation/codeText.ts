import type { Code } from '../../data/contract/plans.ts';

/** What a code gives, for instance `Plus for 3 months`. */
function givenText({ months }: Pick<Code, 'months'>, what: string): string {
  if (months === null) return `${what} for good`;
  return `${what} for ${months === 1 ? '1 month' : `${months} months`}`;
}

/** May somebody still redeem it? */
export function isOpenCode({ isEnded, used, maxUses, expires }: Code, nowMs: number): boolean {
  return !isEnded && used < maxUses && (expires === null || expires > nowMs);
}

/** What a code gives, how much of it is used, and its end. @param what its product is called */
export function codeStanding(
  code: Code,
  { what, nowMs, dateText }: { what: string; nowMs: number; dateText(atMs: number): string },
): string {
  const { used, maxUses, expires, isEnded } = code;
  const state = isEnded
    ? 'ended'
    : expires === null
      ? ''
      : `${expires > nowMs ? 'until' : 'over since'} ${dateText(expires)}`;
  const people = maxUses === 1 ? 'person' : 'people';
  return [givenText(code, what), `${used} of ${maxUses} ${people}`, state]
    .filter(Boolean)
    .join(', ');
}

/** Codes as a text file, one a line. */
export function codesText(codes: readonly Pick<Code, 'code'>[]): string {
  return codes.map(({ code }) => `${code}\n`).join('');
}
