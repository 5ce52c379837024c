import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../server/testing/folders.ts';

const UNIT = join(import.meta.dirname, '..', '..', 'deploy', 'rondo.service');
const NODE = '/usr/bin/node';
/** Of 10, where 0 shows nothing of the system to the service (`systemd-analyze security`). It is 1.4 today. */
const MOST_EXPOSED = 1.5;

const hasSystemd = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'systemd-analyze')));
if (!hasSystemd) console.warn('There is no systemd here: the test of its unit is skipped.');

const analyze = (...args: string[]) =>
  promisify(execFile)('systemd-analyze', args).then(
    ({ stdout, stderr }) => ({ isWell: true, said: stdout + stderr }),
    ({ stdout = '', stderr = '' }) => ({ isWell: false, said: stdout + stderr }),
  );

describe.skipIf(!hasSystemd)('the unit of systemd', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  /** The unit with the Node of this machine, and with what is commented out in it. */
  async function place(change = (text: string) => text): Promise<string> {
    const path = join(folder.path, 'rondo.service');
    const text = readFileSync(UNIT, 'utf8').replace(/^#(?=\w+=)/gm, '');
    expect(text).toContain(`ExecStart=${NODE} `);
    expect(text).toContain('\nLoadCredential=');
    await writeFile(path, change(text.replace(NODE, process.execPath)));
    return path;
  }

  it('is understood, line by line', async () => {
    expect(await analyze('verify', await place())).toEqual({ isWell: true, said: '' });
    const wrong = await place((text) => text.replace('StateDirectory=', 'StateFolder='));
    expect((await analyze('verify', wrong)).said).toContain('StateFolder');
  });

  it('shows the service little of the system', async () => {
    const most = `--threshold=${MOST_EXPOSED * 10}`;
    const judge = async (path: string) => analyze('security', '--offline=true', most, path);
    expect(await judge(await place())).toMatchObject({ isWell: true });
    const open = await place((text) => text.replace('SystemCallFilter=@system-service\n', ''));
    expect(await judge(open)).toMatchObject({ isWell: false });
  });

  it('lets the compiler of V8 make code', () => {
    expect(readFileSync(UNIT, 'utf8')).not.toMatch(/^MemoryDenyWriteExecute/m);
  });
});
