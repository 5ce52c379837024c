/** A sound card without a loudspeaker: a sink of PulseAudio whose monitor is recorded. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './driver.ts';

const RATE_HZ = 48_000;
/** Sound below this level is a gap, if it lasts: 20 dB below the quietest music of the starter loops. */
const SILENT = 10 ** (-70 / 20);

export const hasSoundCard = () => existsSync('/usr/bin/pulseaudio') && existsSync('/usr/bin/parec');

export interface SoundCard {
  /** Leads programs to this card. */
  readonly env: NodeJS.ProcessEnv;
  /** Records for so long. @returns samples of both sides in turn, linear, at 48 kHz */
  record(sec: number): Promise<Float32Array>;
  stop(): void;
}

/** Starts a sound server of its own. @throws Error when it does not answer */
export async function startSoundCard(): Promise<SoundCard> {
  const folder = mkdtempSync(join(tmpdir(), 'rondo-sound-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_SERVER: `unix:${join(folder, 'socket')}`,
    PULSE_RUNTIME_PATH: folder,
  };
  const modules = [
    `module-native-protocol-unix socket=${join(folder, 'socket')} auth-anonymous=1`,
    `module-null-sink sink_name=rondo rate=${RATE_HZ} channels=2 format=float32le`,
  ];
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--exit-idle-time=-1', '--daemonize=no', '--disallow-exit', '--log-level=error'],
      ...modules.flatMap((module) => ['-L', module]),
    ],
    { env, stdio: 'ignore' },
  );
  const asked = () => spawnSync('pactl', ['info'], { env, stdio: 'ignore' }).status === 0;
  await until('the sound server', asked);
  return {
    env,
    record: (sec) =>
      new Promise((resolve, reject) => {
        const format = [
          '--format=float32le',
          `--rate=${RATE_HZ}`,
          '--channels=2',
          '--latency-msec=50',
        ];
        const recorder = spawn('parec', ['-d', 'rondo.monitor', '--raw', ...format], {
          env,
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const parts: Buffer[] = [];
        recorder.stdout.on('data', (part: Buffer) => parts.push(part));
        recorder.on('error', reject);
        recorder.on('exit', () => {
          const bytes = Buffer.concat(parts);
          const whole = bytes.subarray(0, bytes.length - (bytes.length % 8));
          resolve(new Float32Array(Uint8Array.from(whole).buffer));
        });
        setTimeout(() => recorder.kill('SIGINT'), sec * 1000);
      }),
    stop() {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Heard {
  readonly sec: number;
  readonly rmsDb: number;
  /** Longest row of samples without sound, in milliseconds, and where it ends, in seconds. */
  readonly holeMs: number;
  readonly holeSec: number;
}

/** Measures a recording of both sides in turn. */
export function measure(samples: Float32Array): Heard {
  let sum = 0;
  let still = 0;
  let longest = 0;
  let longestAt = 0;
  for (const [at, sample] of samples.entries()) {
    sum += sample * sample;
    still = Math.abs(sample) < SILENT ? still + 1 : 0;
    if (still <= longest) continue;
    longest = still;
    longestAt = at;
  }
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return {
    sec: samples.length / 2 / RATE_HZ,
    rmsDb: 20 * Math.log10(rms + 1e-12),
    holeMs: (longest / 2 / RATE_HZ) * 1000,
    holeSec: longestAt / 2 / RATE_HZ,
  };
}
