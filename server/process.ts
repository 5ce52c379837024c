import { flushCompileCache } from 'node:module';
import { readSettings, type Settings } from './settings.ts';
import type { RunningServer } from './start.ts';
import { StartError } from './startError.ts';

/** Running requests get this long to end when the process is told to stop. */
const GRACE_MS = 10_000;

/** A terminal and the launcher may both pass on one Ctrl-C: what follows this soon is the same signal. */
const SAME_SIGNAL_MS = 1000;

/** Ends the process in order on SIGTERM and SIGINT; a second signal ends it at once. */
function closeWithGrace(server: RunningServer): void {
  let closingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    closingSince = performance.now();
    server.app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.app.log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('uncaughtException', (error) => {
    server.app.log.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  });
}

/**
 * The life of a server process: settings from the environment, start, one line with the address, and an
 * orderly end. What the operator can mend is one sentence on stderr and exit code 1.
 */
export async function runProcess(
  start: (settings: Settings) => Promise<RunningServer>,
): Promise<RunningServer | undefined> {
  // What this process writes is for its own account alone: copies and whatever else has no mode of its own.
  process.umask(0o077);
  try {
    const settings = readSettings(process.env, process.stdout.isTTY);
    const server = await start(settings);
    closeWithGrace(server);
    // Where code that was compiled is kept (`NODE_COMPILE_CACHE`), a server that is killed later has left its own.
    flushCompileCache();
    console.info(`Rondo is ready at ${server.url}`);
    // The one place where the token is written: a person who can read the output can run the server.
    if (server.setupLink) {
      const { LINK_MINUTES } = await import('./modules/setup/link.ts');
      console.info(
        `To set this server up, open within ${LINK_MINUTES} minutes: ${server.setupLink}`,
      );
    }
    return server;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return undefined;
  }
}
