// A reporter for Vitest: writes the result of each test to RONDO_REPORT, for the launcher to count and to try again.
import { writeFileSync } from 'node:fs';

const saidBy = (errors) => errors[0]?.message ?? 'nothing';

export default class VitestReport {
  tests = [];
  /** How long each file took, with its imports and hooks. */
  times = [];
  /** Paths of files that have not ended. */
  pending = new Set();

  onTestRunStart(specifications) {
    for (const { testModule, moduleId } of specifications)
      this.pending.add(testModule?.relativeModuleId ?? moduleId);
  }

  /** A fault outside of tests, as in a hook or an import: the whole file is tried again. */
  fileFailed(file, said) {
    this.tests.push({ file, name: null, state: 'failed', said });
  }

  onTestModuleEnd(module) {
    const file = module.relativeModuleId;
    for (const path of [file, module.moduleId]) this.pending.delete(path);
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.times.push({ file, ms: collectDuration + setupDuration + duration });
    const suites = [...module.children.allSuites()];
    const outside = [module, ...suites].flatMap((part) => part.errors());
    if (outside.length > 0) this.fileFailed(file, saidBy(outside));
    for (const test of module.children.allTests()) {
      const { state, errors, note } = test.result();
      this.tests.push({
        file,
        name: test.fullName,
        note,
        state: state === 'pending' ? 'failed' : state,
        ...(errors?.length && { said: saidBy(errors), example: test.meta().failedExample }),
      });
    }
  }

  onTestRunEnd(_modules, unhandled) {
    const stray = [];
    for (const { VITEST_TEST_PATH: path = '', message } of unhandled) {
      const known = this.tests.find(({ file }) => path.endsWith(file));
      if (known) this.fileFailed(known.file, message);
      else stray.push(message);
    }
    // Where a browser goes away, the files behind it are never begun: that is what the stray error was.
    for (const file of this.pending) this.fileFailed(file, stray[0] ?? 'It did not run.');
    const left = this.pending.size > 0 ? [] : stray;
    const report = { tests: this.tests, stray: left, times: this.times };
    writeFileSync(process.env.RONDO_REPORT, JSON.stringify(report));
  }
}
