/** What a browser can do for Rondo, as rows of a report. Pure. */

/** `absent`: the browser has no such thing; `fails`: it has it and it does not do what it says. */
export type Verdict = 'passes' | 'fails' | 'absent';

export interface Finding {
  verdict: Verdict;
  /** What was seen, in a few words. */
  found: string;
  /** How long it took, where that says something. */
  ms?: number;
}

export interface SelfCheck {
  readonly id: string;
  readonly title: string;
  /** What it means for Rondo. */
  readonly meaning: string;
  /** Sees for itself. What it throws is a failure. */
  run(): Promise<Finding>;
}

/** Longest that one check may take: a browser that never answers has failed. */
const LONGEST_MS = 10_000;

/** Runs a check; always answers, and within ten seconds. */
export async function runCheck(check: SelfCheck, longestMs = LONGEST_MS): Promise<Finding> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () => resolve({ verdict: 'fails', found: `no answer in ${Math.round(longestMs / 1000)} s` }),
      longestMs,
    );
  });
  try {
    return await Promise.race([check.run(), late]);
  } catch (error) {
    return { verdict: 'fails', found: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

export interface ReportRow {
  title: string;
  finding: Finding | undefined;
}

/** One line each, for a mail to the operator. Holds no name, address or token. */
export function reportText(browser: string, rows: readonly ReportRow[]): string {
  const lines = rows.map(({ title, finding }) => {
    if (!finding) return `not run  ${title}`;
    const time = finding.ms === undefined ? '' : `, ${Math.round(finding.ms)} ms`;
    return `${finding.verdict.padEnd(7)}  ${title}: ${finding.found}${time}`;
  });
  return [`Browser: ${browser}`, ...lines].join('\n');
}

/** How many rows there are of each verdict. */
export function countVerdicts(rows: readonly ReportRow[]): Record<Verdict, number> {
  const counts = { passes: 0, fails: 0, absent: 0 };
  for (const { finding } of rows) if (finding) counts[finding.verdict] += 1;
  return counts;
}
