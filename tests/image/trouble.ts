/** What happens to a container in its life that no one wishes for: data of an old version, and a disk without room. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_PASSWORD } from '../../server/testing/calls.ts';
import { putFixture } from '../../server/testing/schemas/fixtures.ts';
import { findWorld, PLAIN, WHOLE } from '../../server/testing/schemas/use.ts';
import { mountSmallDisk } from '../../server/testing/smallDisk.ts';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { until } from '../browsers/driver.ts';
import { type Steps, same } from '../support/steps.ts';
import { ask, startContainer } from './container.ts';
import type { Podman } from './podman.ts';

/** Before who may do what with imports was changed: seven migrations and changed rows since. */
const OLD_SCHEMA = '0026-rights-of-old-imports';

/** As the container's account owns it. */
const giveAway = (folder: string) => execFileSync('chown', ['-R', '1000:1000', folder]);

/** Starts the image on what a server of an older version left behind. */
export async function tryUpgrade(
  podman: Podman,
  folder: string,
  image: string,
  port: number,
  steps: Steps,
): Promise<void> {
  await steps.step(`data of an older version (${OLD_SCHEMA}) are brought up to date`, async () => {
    const data = join(folder, 'old');
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data);
    await putFixture(data, OLD_SCHEMA);
    giveAway(data);
    const { name, address } = await startContainer(podman, image, {
      name: 'rondo-old',
      port,
      data,
      environment: PLAIN,
    });
    same('what a member finds', await findWorld(address), WHOLE);
    const copies = readdirSync(join(data, 'backups'));
    same(
      'copies',
      copies,
      copies.filter((copy) => copy.startsWith('before-')),
    );
    podman.run('stop', '--time', '30', name);
    return copies.join(', ');
  });
}

/** What a call answered. */
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a call answers is what the step is about
  readonly body: any;
}

/** A member of the server at `address`, who commits rifffs and uploads loops. */
async function memberOf(address: string) {
  let authorization = '';
  const call = async (path: string, body?: object): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const answer = await ask(`${address}/api${path}`, {
      headers: {
        ...(authorization && { authorization }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const password = TEST_PASSWORD;
  const person = { username: 'mia', email: 'mia@mail.example', password };
  const { body: login } = await call('/signup', { ...person, confirmPassword: password });
  authorization = `Bearer ${login.token}:${login.password}`;
  await call('/accounts/settings', { settings: { termsVersionAccepted: 1 } });
  const [example] = (await call('/library/rifffs')).body.data.rifffs;
  const pcm = tone(LOOP_FRAMES);
  const [ogg, flac] = [await oggOf(pcm), await flacOf(pcm)];
  return {
    newRifff: () => ({ ...example.rifff, _id: newId(), parent: null }),
    commit: (rifff: object) => call('/jam/mia/rifffs', { rifff }),
    find: (id: string) => call(`/jam/mia/rifffs/${id}`),
    upload() {
      const form = new FormData();
      form.set('metadata', JSON.stringify(loopDocument()));
      form.set('file', new Blob([new Uint8Array(ogg)]), 'loop.ogg');
      form.set('master', new Blob([new Uint8Array(flac)]), 'loop.flac');
      return call('/jam/mia/loops', form);
    },
  };
}

/** What people are told in words where a disk is full. */
const NO_ROOM = 'No room left on this server: try again later';
/** More commits than fit into what is free inside of the files of a database. */
const MANY = 200;

/** Starts the image on a small disk, fills that, and makes room again. */
export async function tryFullDisk(
  podman: Podman,
  image: string,
  port: number,
  steps: Steps,
): Promise<void> {
  const disk = await mountSmallDisk(64);
  if (!disk) {
    steps.skip('No file system can be mounted: no full disk was tried.');
    return;
  }
  try {
    giveAway(disk.path);
    await steps.step('a full disk is said in words, and nothing is lost by it', async () => {
      const name = 'rondo-full';
      const { address } = await startContainer(podman, image, {
        name,
        port,
        data: disk.path,
        environment: PLAIN,
      });
      const mia = await memberOf(address);
      const acknowledged: string[] = [];
      /** @returns the answer that refused the rifff, or undefined */
      const commit = async (rifff: { _id: string }) => {
        const answer = await mia.commit(rifff);
        if (answer.status !== 200) return answer;
        acknowledged.push(rifff._id);
        return undefined;
      };
      const health = async () => {
        const answer = await ask(`${address}/healthz`);
        return { status: answer.status, text: await answer.text() };
      };
      same('first commit', await commit(mia.newRifff()), undefined);
      same('first upload', (await mia.upload()).status, 200);

      await disk.fill();
      let refused: Answer | undefined;
      let last = mia.newRifff();
      for (let at = 0; at < MANY && !refused; at++) {
        last = mia.newRifff();
        refused = await commit(last);
      }
      const told = [refused, await mia.upload()];
      for (const answer of told) {
        same('refused', [answer?.status, answer?.body.error.message], [507, NO_ROOM]);
      }
      const ill = await health();
      same('health', [ill.status, /No room left/.test(ill.text)], [503, true]);
      same('health check', podman.try('healthcheck', 'run', name).status === 0, false);
      same('reading', (await mia.find(acknowledged[0]!)).status, 200);

      await disk.empty();
      same('what was refused, sent again', await commit(last), undefined);
      same('upload', (await mia.upload()).status, 200);
      await until('health', async () => (await health()).status === 200);
      podman.run('kill', name);
      podman.run('start', name);
      await until(
        'Rondo again',
        () =>
          health().then(
            ({ status }) => status === 200,
            () => false,
          ),
        300_000,
      );
      for (const id of acknowledged) same(id, (await mia.find(id)).status, 200);
      podman.run('stop', '--time', '30', name);
      return `${acknowledged.length} rifffs, then 507 “${NO_ROOM}”`;
    });
  } finally {
    podman.try('rm', '--all', '--force', '--time', '1');
    await disk.remove();
  }
}
