import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What containers need where little is allowed, as inside another container: runc instead of crun, which refuses older
 * cgroups; limits below those of this process, for podman asks for higher ones, which may be refused.
 */
const configuration = (folder: string) => `
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
[containers]
default_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]
[network]
network_backend = "netavark"
network_config_dir = "${join(folder, 'networks')}"
`;

/** Podman with images and containers in a folder of its own. */
export class Podman {
  readonly #arguments: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;

  /** @param folder for images, containers and settings; must be on a disk with some 5 GB */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const settings = join(folder, 'containers.conf');
    writeFileSync(settings, configuration(folder));
    this.#environment = { ...process.env, CONTAINERS_CONF: settings };
    this.#arguments = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  }

  /** For `podman-compose`, which finds images and containers through it. */
  get environment(): NodeJS.ProcessEnv {
    return this.#environment;
  }

  /** The same for a program that calls podman: the arguments that stand before each of its commands. */
  get arguments(): readonly string[] {
    return this.#arguments;
  }

  /** Runs a command of podman. @returns status and output, whatever becomes of it */
  try(...command: string[]): { status: number; out: string } {
    const { status, stdout, stderr } = spawnSync('podman', [...this.#arguments, ...command], {
      encoding: 'utf8',
      env: this.#environment,
      maxBuffer: 2 ** 28,
    });
    return { status: status ?? 1, out: status === 0 ? stdout : `${stdout}${stderr}` };
  }

  /** Runs a command of podman that has to go well. @returns its output; throws with it otherwise */
  run(...command: string[]): string {
    const { status, out } = this.try(...command);
    if (status !== 0) throw new Error(`podman ${command.join(' ')}: ${out.slice(-2000)}`);
    return out.trim();
  }

  /** Ends all containers and deletes them with their volumes and networks; images stay. */
  endAll(): void {
    this.try('rm', '--all', '--force', '--time', '1');
    this.try('volume', 'prune', '--force');
    this.try('network', 'prune', '--force');
  }

  /** Deletes images too; then the folder can go. */
  clear(): void {
    this.endAll();
    this.try('rmi', '--all', '--force');
  }
}
