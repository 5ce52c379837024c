import { spawn } from 'node:child_process';
import { type StartServer, TEST_SETTINGS, whenReady } from '../../server/testing/serverProcess.ts';
import { newId } from '../../src/data/rules/ids.ts';
import type { Podman } from '../image/podman.ts';

/**
 * Starts servers out of an image, on the network of this machine. They run as root of the container, because the socket of a
 * PostgreSQL of tests is open to its own account and root alone.
 */
export const containersOf =
  (podman: Podman, image: string): StartServer =>
  async (dataFolder, environment = {}) => {
    const name = `rondo-${newId().slice(-8)}`;
    const settings = { ...TEST_SETTINGS, ...environment };
    const database =
      settings.DATABASE_URL && new URL(settings.DATABASE_URL).searchParams.get('host');
    const folders = [`${dataFolder}:/data`, ...(database ? [`${database}:${database}`] : [])];
    if (settings.BACKUP_FOLDER) folders.push(`${settings.BACKUP_FOLDER}:${settings.BACKUP_FOLDER}`);
    const child = spawn(
      'podman',
      [
        ...podman.arguments,
        ...[
          'run',
          '--rm',
          '--name',
          name,
          '--network=host',
          '--user=0',
          '--read-only',
          '--tmpfs=/tmp',
        ],
        ...folders.flatMap((one) => ['--volume', one]),
        ...Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`),
        image,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: podman.environment },
    );
    const server = await whenReady(child);
    // podman passes SIGTERM on to the server, and SIGKILL would end podman alone.
    const kill = async () => {
      podman.try('kill', name);
      await server.kill();
    };
    return { ...server, kill };
  };
