/** Rows of figures as a table. */

/** The value below which a share of the others lies; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Least, median, 95th of a hundred, and most. */
export function spread(values: readonly number[], digits: number, unit = ''): string {
  const [least, p50, p95, most] = [0, 0.5, 0.95, 1].map((at) =>
    quantile(values, at).toFixed(digits),
  );
  return `least ${least}, p50 ${p50}, p95 ${p95}, most ${most}${unit} (${values.length})`;
}
