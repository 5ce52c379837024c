import type { Host } from '../host.ts';

/** Logs an event as NEP-297 asks. What is undefined is left out. */
export function logEvent(
  host: Host,
  standard: string,
  event: string,
  data: Record<string, unknown>,
): void {
  host.log(`EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event, data: [data] })}`);
}
