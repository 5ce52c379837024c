/** docs/figures.md: a row for each bar, read and written. */
import { BARS, type Bar, type BenchName, HELD } from '../bars.ts';
import { isMet, shownBar, shownBeside } from '../figure.ts';

/** What was measured last; `value` is NaN where something was measured and never came. */
export interface Measured {
  readonly value: number;
  readonly commit: string;
  readonly machine: string;
}

/** By what was measured. */
export type Rows = ReadonlyMap<string, Measured>;

const HEAD = `# Figures

Every bar of the design and of the decisions, with what was measured last, written by \`npm run figures\`: all of them, or
those of some benches, as in \`npm run figures -- feed search\`. No figure is typed. Each was measured by \`npm run bench:\` and
the name above its table, at the commit and on the machine of its row; a commit with \`+\` had changes beside it. A bar that is missed says so.
`;
const COLUMNS =
  '| what | bar | last figure | | commit | machine |\n| --- | --- | ---: | --- | --- | --- |';

const NEVER = 'not measured';

function rowOf(bar: Bar, measured: Measured | undefined): string {
  if (!measured) return `| ${bar.what} | ${shownBar(bar)} | | ${NEVER} | | |`;
  const { value, commit, machine } = measured;
  const figure = Number.isFinite(value) ? shownBeside(bar, value) : 'never came';
  const verdict = isMet(bar, value) ? 'met' : '**missed**';
  return `| ${bar.what} | ${shownBar(bar)} | ${figure} | ${verdict} | ${commit} | ${machine} |`;
}

/** The whole page. */
export function writeTable(rows: Rows): string {
  const parts = Object.entries(BARS).map(([bench, bars]) => {
    const lines = Object.values(bars as Readonly<Record<string, Bar>>).map((bar) =>
      rowOf(bar, rows.get(bar.what)),
    );
    return `## ${bench}\n\n${COLUMNS}\n${lines.join('\n')}\n`;
  });
  const held = HELD.map(([what, by]) => `| ${what} | ${by} |`);
  const last = `## Without a bench\n\n| what | held by |\n| --- | --- |\n${held.join('\n')}\n`;
  return [HEAD, ...parts, last].join('\n');
}

/** What the page says of each bar that was measured. */
export function readTable(page: string): Rows {
  const rows = new Map<string, Measured>();
  for (const text of page.split('\n')) {
    const [, what, , figure, verdict, commit, machine] = text.split('|').map((cell) => cell.trim());
    if (!what || !commit || !verdict || !/met|missed/.test(verdict)) continue;
    const value = figure === 'never came' ? Number.NaN : Number(figure);
    rows.set(what, { value, commit, machine: machine ?? '' });
  }
  return rows;
}

/** A word that is the name of a bench. */
export const isBench = (word: string): word is BenchName => Object.hasOwn(BARS, word);
