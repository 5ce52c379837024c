/**
 * How long a test waits for what has no time of its own, in ms: a bound for what hangs. A busy machine may take long, and
 * how fast a machine is no test can know.
 */
export const PATIENCE_MS = 120_000;
