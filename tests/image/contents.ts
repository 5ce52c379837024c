import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Podman } from './podman.ts';

/** What an image says of itself. */
export interface Configuration {
  readonly User: string;
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Cmd: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** @returns what an image says of itself, and its size in MB (a million bytes) */
export function imageFacts(podman: Podman, image: string): { config: Configuration; mb: number } {
  const config = podman.run('image', 'inspect', '--format', '{{json .Config}}', image);
  const health = podman.run('image', 'inspect', '--format', '{{json .HealthCheck}}', image);
  const size = podman.run('image', 'inspect', '--format', '{{.Size}}', image);
  return {
    config: { ...JSON.parse(config), Healthcheck: JSON.parse(health) },
    mb: Number(size) / 1e6,
  };
}

/** What a registry would send of an image, MB: its layers as gzip makes them. @param folder takes them for a moment */
export function packedMb(podman: Podman, image: string, folder: string): number {
  rmSync(folder, { recursive: true, force: true });
  try {
    podman.run('push', '--compress', image, `dir:${folder}`);
    const sizes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
    return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1e6;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs that an intruder would use: they take commands, or fetch files. */
const TOOLS = new Set(
  'sh bash dash ash zsh busybox toybox perl python3 apt apt-get dpkg apk npm npx curl wget'.split(
    ' ',
  ),
);

/** What an image must not have: tools, tests, and what belongs to one machine. */
function isStrange(path: string): boolean {
  const name = basename(path);
  if (path.includes('node_modules/')) return /node_modules\/node-(linux|win)-/.test(path);
  return (
    TOOLS.has(name) || /\.test\.tsx?$|\/testing\/|^app\/(\.git|\.env|data|secrets)\b/.test(path)
  );
}

/** Every file of an image, as paths without the leading slash, and those that have no business there. */
export function contentsOf(podman: Podman, image: string): { files: string[]; strange: string[] } {
  const root = podman.run('image', 'mount', image);
  try {
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    return { files, strange: files.filter(isStrange) };
  } finally {
    podman.run('image', 'unmount', image);
  }
}
