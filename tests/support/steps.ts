import { writeFileSync } from 'node:fs';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws Error with both, named by `what`, where they are not the same JSON */
export function same(what: string, value: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(value), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}

/** What became of the steps of a program that tries something and is no test file. */
export class Steps {
  readonly counts = { passed: 0, failed: 0, skipped: 0 };

  /**
   * Takes a step and says how it went.
   * @param run may return, or promise, a text that is shown beside its title
   * @param onFailure is told before the next step
   * @returns whether it went well
   */
  async step(
    title: string,
    run: () => unknown,
    onFailure?: () => Promise<unknown>,
  ): Promise<boolean> {
    const began = performance.now();
    try {
      const said = await run();
      this.counts.passed += 1;
      const sec = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`  ✓ ${title}${typeof said === 'string' ? `: ${said}` : ''} (${sec} s)`);
      return true;
    } catch (error) {
      this.fail(`${title}: ${messageOf(error)}`);
      await onFailure?.().catch(() => {});
      return false;
    }
  }

  fail(sentence: string): void {
    this.counts.failed += 1;
    console.log(`  ✗ ${sentence}`);
  }

  skip(sentence: string): void {
    this.counts.skipped += 1;
    console.log(`\nSkipped: ${sentence}`);
  }

  /** Writes the counts for `tools/launch/test.mjs`. @returns the exit status of the program */
  write(path: string): number {
    writeFileSync(path, JSON.stringify(this.counts));
    return this.counts.failed > 0 ? 1 : 0;
  }
}
