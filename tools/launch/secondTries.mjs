// A reporter for Vitest: writes the names of tests that passed at a second try, so that the run can say them.
import { writeFileSync } from 'node:fs';

export default class SecondTries {
  names = [];

  onTestCaseResult(test) {
    const { flaky } = test.diagnostic() ?? {};
    if (flaky) this.names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd() {
    writeFileSync(process.env.RONDO_SECOND_TRIES, JSON.stringify(this.names));
  }
}
