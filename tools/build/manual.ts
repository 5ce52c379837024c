/** Puts the manual beside the pages: one file of its texts, and its pictures. Pages other than its own fetch none of it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { MANUAL_FOLDER } from '../../src/data/contract/manual.ts';
import { pageNames, readManual, type ServedPicture } from './readManual.ts';

const FOLDER = join(import.meta.dirname, '../../docs/manual');
const PICTURES = join(FOLDER, 'pictures');

/** What the last part of an address of the manual may be; empty for the list of its pages. */
export const manualPages = (): string[] => pageNames(FOLDER);

/** Name of a built file, which changes with its content. */
function builtName(file: string, content: Buffer | string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `${MANUAL_FOLDER}${file.replace('.', `-${hash}.`)}`;
}

/** All files of the manual by the names that they are served under, and which of them has the texts. */
async function makeFiles(): Promise<{ files: Map<string, Buffer | string>; texts: string }> {
  const files = new Map<string, Buffer | string>();
  const served = new Map<string, ServedPicture>();
  for (const file of readdirSync(PICTURES)) {
    const content = readFileSync(join(PICTURES, file));
    const { width = 0, height = 0 } = await sharp(content).metadata();
    const name = builtName(file, content);
    files.set(name, content);
    served.set(file, { src: `/${name}`, width, height });
  }
  const picture = (file: string) => {
    const found = served.get(basename(file));
    if (!found) throw new Error(`docs/manual has no picture ${file}`);
    return found;
  };
  const manual = JSON.stringify(readManual(FOLDER, { picture }));
  const texts = builtName('pages.json', manual);
  files.set(texts, manual);
  return { files, texts };
}

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', webp: 'image/webp' };

/** Makes the files of the manual, and tells its page by `__MANUAL__` where its texts are. */
export function manual(): Plugin {
  let made: Awaited<ReturnType<typeof makeFiles>>;
  return {
    name: 'rondo-manual',
    async config() {
      made = await makeFiles();
      return { define: { __MANUAL__: JSON.stringify(`/${made.texts}`) } };
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? '').slice(1);
        const content = made.files.get(name);
        if (content === undefined) return next();
        response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? '').end(content);
      });
    },
    generateBundle() {
      for (const [fileName, source] of made.files) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
