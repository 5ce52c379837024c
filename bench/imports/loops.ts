/** Loops that are brought to a server of their own, as an import of a long jam brings them. */
import { readFileSync } from 'node:fs';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { makeAccount } from '../../server/testing/accounts.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { startServerProcess } from '../../server/testing/serverProcess.ts';
import { loopDocument } from '../../server/testing/sounds.ts';
import type { JamSource, SourceItem } from '../../src/audio/imports/JamSource.ts';
import { runImport } from '../../src/audio/imports/run/runImport.ts';
import { callsTo, noiseFiles } from './calls.ts';

const LOOPS = Number(process.env.BENCH_LOOPS) || 100;
/** The first ones compile what the others find. */
const WARM_UP = 5;
const FRAMES = 4 * 48_000;
/** Sounds that the loops share: content is stored once, and checked once for each loop. */
const SOUNDS = 4;
/** Steps of the system's clock in a second (`/proc/PID/stat`, Linux). */
const TICKS = 100;

type Files = Awaited<ReturnType<typeof noiseFiles>>;

async function* loopsOf(jamId: string, count: number, sounds: readonly Files[]) {
  const jam = { id: jamId, name: 'Bench', description: '', created: 1, barLength: 16 };
  yield { kind: 'jam', from: 'lore', origin: 'bench', jam } satisfies SourceItem;
  for (let at = 0; at < count; at++) {
    const loop = loopDocument({ length16ths: 32 });
    const sound = async () => sounds[at % sounds.length]!;
    yield { kind: 'loop', loop, sound } as SourceItem;
  }
}

/** Processor time of a process and of those of its children that have ended, s. */
function spentSec(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** @returns seconds of one loop, from its first byte to its answer, and of the processor for it at the server */
export async function importLoops(): Promise<{ wallSec: number; serverSec: number }> {
  const sounds = await Promise.all(Array.from({ length: SOUNDS }, () => noiseFiles(FRAMES)));
  const folder = await temporaryFolder();
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder.path });
    await database.migrate();
    const who = await makeAccount(database, 'brings');
    await database.close();
    const server = await startServerProcess(folder.path, { RATE_LIMIT: '1000000' });
    try {
      const bring = async (jamId: string, count: number) => {
        const items = loopsOf(jamId, count, sounds);
        const source = Object.assign(items, { readBytes: 0, totalBytes: 0 }) as JamSource;
        const { stored, skipped } = await runImport(source, {
          calls: callsTo(server.url, who),
          makeSound: async (loop, sound) => ({ loop, ...(sound as Files) }),
        });
        if (stored.loops !== count) throw new Error(JSON.stringify(skipped.slice(0, 3)));
      };
      await bring('band00000000aa', WARM_UP);
      const [before, began] = [spentSec(server.pid), performance.now()];
      await bring('band00000000bb', LOOPS);
      const wallSec = (performance.now() - began) / 1000 / LOOPS;
      // A decoder that rests ends a second later, and counts once it has.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return { wallSec, serverSec: (spentSec(server.pid) - before) / LOOPS };
    } finally {
      await server.kill();
    }
  } finally {
    await folder.remove();
  }
}
