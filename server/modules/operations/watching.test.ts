/** The files that operators give to Prometheus and Grafana name what the server tells. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/testApp.ts';

const run = promisify(execFile);
const pathOf = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url));
const METRIC = /\b(?:rondo|http|nodejs|process)_[a-z0-9_]+/g;

describe('what watches a server', () => {
  const server = useTestServer({ hasJobs: false });

  it.each(['alerts.yaml', 'grafana.json'])('%s names metrics that are told', async (name) => {
    const named = new Set(readFileSync(pathOf(name), 'utf8').match(METRIC));
    expect(named.size).toBeGreaterThan(8);
    // A call, so that the histogram has a row.
    await server.app.inject('/api/site');
    const { body } = await server.app.inject('/metrics');
    const told = new Set(body.match(METRIC));
    expect([...named].filter((metric) => !told.has(metric))).toEqual([]);
  });
});

const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);

it.runIf(hasPromtool)('Prometheus takes the alerts, and raises them where it should', async () => {
  const checked = await run('promtool', ['check', 'rules', pathOf('alerts.yaml')]);
  expect(checked.stdout).toContain('SUCCESS: 10 rules found');
  // It ends with an error where an alert is missing, or one too many.
  await run('promtool', ['test', 'rules', pathOf('alerts.test.yaml')]);
});
