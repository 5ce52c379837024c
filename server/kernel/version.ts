import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** Version of this server, as `package.json` names it. */
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
