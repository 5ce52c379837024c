/** What came of an import so far. */
import type { ImportedJamFacts, ImportProgress, ImportReport, JamSource } from '../JamSource.ts';

/** Lines of a report about what was left out; the others are counted. */
const MAX_SKIPPED = 1000;

export type Counted = 'loops' | 'rifffs' | 'messages';

export class Tally {
  private readonly stored = { loops: 0, rifffs: 0, messages: 0 };
  private readonly same = { loops: 0, rifffs: 0, messages: 0 };
  private readonly jams: ImportedJamFacts[] = [];
  private readonly skipped: { what: string; reason: string }[] = [];
  private skippedCount = 0;
  private jam = '';

  begin(jam: ImportedJamFacts): void {
    this.jam = jam.name;
    // Several parts of a source may be of one jam.
    if (!this.jams.some(({ jamId }) => jamId === jam.jamId)) this.jams.push(jam);
  }

  count(kind: Counted, outcome: 'stored' | 'same'): void {
    this[outcome][kind] += 1;
  }

  skip(what: string, reason: string): void {
    this.skippedCount += 1;
    if (this.skipped.length < MAX_SKIPPED) this.skipped.push({ what, reason });
  }

  progress({ readBytes, totalBytes }: JamSource): ImportProgress {
    const { stored, same, skippedCount, jam } = this;
    return {
      jam,
      loops: stored.loops + same.loops,
      rifffs: stored.rifffs + same.rifffs,
      messages: stored.messages + same.messages,
      skipped: skippedCount,
      readBytes,
      totalBytes,
    };
  }

  report(stopped: string | null): ImportReport {
    const { jams, stored, same, skipped, skippedCount } = this;
    return { jams, stored, same, skipped, skippedCount, stopped };
  }
}
