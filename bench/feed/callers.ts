import { Agent, get } from 'node:http';

export interface Call {
  readonly path: string;
  readonly headers?: Record<string, string>;
}

export interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly perSec: number;
  /** Of the body as it came over the wire, on average. */
  readonly bytes: number;
  /** Share of the answers that came compressed. */
  readonly packed: number;
  /** Milliseconds of a processor that the server took for each answer, whatever else the machine did. */
  readonly cpuMs: number;
}

/** Reads how long the server's process had a processor so far, in milliseconds. */
async function cpuOf(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/cpu`);
  return Number(await answer.text());
}

/** One call; resolves when the last byte of the body is there. */
function callOnce(agent: Agent, port: number, { path, headers }: Call) {
  return new Promise<{ bytes: number; isPacked: boolean }>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      agent,
      headers: { 'accept-encoding': 'gzip', ...headers },
    };
    get(options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        else resolve({ bytes, isPacked: response.headers['content-encoding'] === 'gzip' });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Lets `callers` call one after the other for `durationMs`; each waits for its answer before the next. */
export async function measure(
  { port, cpuPort }: { port: number; cpuPort: number },
  callers: number,
  durationMs: number,
  nextCall: () => Call,
): Promise<Figures> {
  const cpuBefore = await cpuOf(cpuPort);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  let [bytes, packed] = [0, 0];
  const started = performance.now();
  const until = started + durationMs;
  const work = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const answer = await callOnce(agent, port, nextCall());
      times.push(performance.now() - from);
      bytes += answer.bytes;
      packed += Number(answer.isPacked);
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  const seconds = (performance.now() - started) / 1000;
  const cpuMs = ((await cpuOf(cpuPort)) - cpuBefore) / times.length;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: times.at(-1)!,
    perSec: times.length / seconds,
    bytes: bytes / times.length,
    packed: packed / times.length,
    cpuMs,
  };
}
