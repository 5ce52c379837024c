// `node trim.mjs FOLDER`: takes out of a folder of packages what no server loads. Licences stay.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);

/** Types, maps and texts about packages. Node runs no TypeScript out of packages. */
const READ_BY_PEOPLE = /\.(map|[cm]?ts|md|markdown|flow|tsbuildinfo)$/;
const LICENCE = /licen[cs]e|copying|notice/i;
/** A Node of its own, which the launchers bring, and links to workspaces that are not in the image. */
const WHOLE = /^node_modules\/(node-(linux|win)-[^/]+|\.bin|\.cache|@rondo)$/;

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (WHOLE.test(path)) rmSync(path, { recursive: true, force: true });
  else if (entry.isFile() && READ_BY_PEOPLE.test(entry.name) && !LICENCE.test(entry.name))
    rmSync(path, { force: true });
}
