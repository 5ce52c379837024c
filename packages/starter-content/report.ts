/**
 * Measures the loops that come with the house and names every bar that one of them misses.
 * `npm run loops:report -- [folder]`; the folder is assets/starter unless given. Exits with 1 on a miss.
 */
import { fileURLToPath } from 'node:url';
import { reportOn } from './report/report.ts';

const STARTER = fileURLToPath(new URL('../../assets/starter', import.meta.url));

const { lines, missed } = await reportOn(process.argv[2] ?? STARTER);
for (const line of lines) console.log(line);
for (const sentence of missed) console.log(`MISSED ${sentence}`);
console.log(missed.length === 0 ? 'every bar is met' : `${missed.length} bars missed`);
process.exitCode = missed.length === 0 ? 0 : 1;
