import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import type { LoadFigures } from '../../../src/data/contract/operations.ts';

/** Calls that are listed, the slowest. */
const LISTED = 20;

type Value = MetricValue<string> & { readonly metricName?: string };

/** What `/metrics` would say of one family; empty before it has any value. */
async function valuesOf(registry: Registry, name: string): Promise<readonly Value[]> {
  const metric = registry.getSingleMetric(name);
  if (!metric) return [];
  const { values } = (await metric.get()) as MetricObjectWithValues<Value>;
  return values;
}

interface Call {
  readonly method: string;
  readonly route: string;
  count: number;
  failed: number;
  /** How many answers took at most so many seconds, by that bound. */
  readonly within: Map<number, number>;
}

/** The bound, in ms, within which this share of the calls was answered; the last one where it took longer. */
function quantileMs({ count, within }: Call, share: number): number {
  const bounds = [...within].sort(([a], [b]) => a - b);
  const [found] = bounds.find(([, answered]) => answered >= share * count) ?? bounds.at(-1) ?? [0];
  return found * 1000;
}

/** Calls by route out of the buckets of `http_request_duration_seconds`, the slowest first. */
export function slowest(values: readonly Value[], most = LISTED): LoadFigures['calls'] {
  const calls = new Map<string, Call>();
  for (const { labels, value, metricName = '' } of values) {
    const { method = '', route = '', status = '', le } = labels;
    const key = `${method} ${route}`;
    const call = calls.get(key) ?? {
      method: String(method),
      route: String(route),
      count: 0,
      failed: 0,
      within: new Map<number, number>(),
    };
    calls.set(key, call);
    if (metricName.endsWith('_count')) {
      call.count += value;
      if (Number(status) >= 500) call.failed += value;
    } else if (metricName.endsWith('_bucket') && Number.isFinite(Number(le))) {
      const bound = Number(le);
      call.within.set(bound, (call.within.get(bound) ?? 0) + value);
    }
  }
  return [...calls.values()]
    .map(({ within, ...call }) => ({
      ...call,
      p50Ms: quantileMs({ ...call, within }, 0.5),
      p99Ms: quantileMs({ ...call, within }, 0.99),
    }))
    .sort((a, b) => b.p99Ms - a.p99Ms || b.p50Ms - a.p50Ms || b.count - a.count)
    .slice(0, most);
}

/** What this node did since its start: the same counts that `/metrics` tells. */
export async function readLoad(
  registry: Registry,
  counts: Pick<LoadFigures, 'sockets' | 'rooms' | 'listeners'>,
): Promise<LoadFigures> {
  const shed = await valuesOf(registry, 'rondo_requests_shed_total');
  const limits = await valuesOf(registry, 'rondo_limits_hit_total');
  return {
    ...counts,
    shed: shed[0]?.value ?? 0,
    limits: limits
      .map(({ labels, value }) => ({ kind: String(labels.kind), count: value }))
      .sort((a, b) => b.count - a.count),
    calls: slowest(await valuesOf(registry, 'http_request_duration_seconds')),
  };
}
