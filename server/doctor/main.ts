/** `npm run doctor`, with the settings of the server and as its account; ends with 1 where something is to be mended. */
import { examine } from './doctor.ts';

const USAGE = 'Say nothing more, or who gets a mail: npm run doctor -- --mail ADDRESS';

/** @returns the address behind `--mail`; null where the arguments say something else */
function readArguments(given: readonly string[]): { mailTo?: string } | null {
  const args = given.filter((one) => one !== '--doctor');
  if (args.length === 0) return {};
  const [option, mailTo, ...rest] = args;
  const isMail = option === '--mail' && /^[^\s@]+@[^\s@]+$/.test(mailTo ?? '');
  return isMail && mailTo && rest.length === 0 ? { mailTo } : null;
}

const options = readArguments(process.argv.slice(2));
// What is written to try whether that goes is for this account alone.
process.umask(0o077);
if (options) {
  let faults = 0;
  for await (const { isFine, says } of examine(process.env, options)) {
    if (!isFine) faults += 1;
    console.info(`${isFine ? 'ok  ' : 'mend'}  ${says}`);
  }
  const things = faults === 1 ? '1 thing' : `${faults} things`;
  console.info(faults === 0 ? 'All is well.' : `${things} to mend.`);
  process.exitCode = faults === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 1;
}
