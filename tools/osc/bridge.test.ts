/** The bridge against a real server and real UDP. */
import { Client } from 'node-osc';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { codeRow } from '../../server/kernel/codes.ts';
import { makeAccount } from '../../server/testing/accounts.ts';
import {
  closeSockets,
  connectTo,
  type LiveWorld,
  makeRoom,
  startLocalWorld,
} from '../../server/testing/sockets.ts';
import { startBridge } from './bridge.ts';
import { orderOf } from './orders.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLocalWorld();
  await makeAccount(world.database, 'mia');
});
afterEach(closeSockets);
afterAll(() => world?.close());

/** A private room with the code of a stage. */
async function roomWithStage(code: string): Promise<string> {
  const jamId = await makeRoom(world.database, 'mia', 'private');
  const about = { code, target: jamId, createdBy: 'mia', created: 1 };
  const row = codeRow({ kind: 'stage', ...about });
  await world.database.queries.insertInto('codes').values(row).execute();
  return jamId;
}

it('what a controller says by OSC is told to the stages of the room', async () => {
  const [node] = world.nodes;
  const jamId = await roomWithStage('ABCDEFGHJKLM');
  const stage = await connectTo(node!, { code: 'ABCD-EFGH-JKLM' });
  await stage.ask('enter', { jamId, since: 0 });
  const lines: string[] = [];
  const bridge = await startBridge({
    control: `${node!.url}/jam/ABCD-EFGH-JKLM/control`,
    port: 0,
    host: '127.0.0.1',
    say: (line) => lines.push(line),
  });
  const client = new Client('127.0.0.1', bridge.port);
  try {
    await expect.poll(() => lines).toContain('Connected.');
    await client.send('/rondo/knob/2', 0.5);
    await expect.poll(() => stage.news.order.at(-1)?.order.knobs?.[1]).toBeCloseTo(0.5, 5);
    // It says when, by the clock of the room, which the server shares with this machine here.
    const { atMs } = stage.news.order.at(-1)!.order;
    expect(Math.abs(atMs - Date.now())).toBeLessThan(10_000);
    await client.send('/rondo/look', 'rose');
    await client.send('/other/program', 1);
    await expect.poll(() => stage.news.order.at(-1)?.order.look).toBe('rose');
  } finally {
    await client.close();
    await bridge.close();
  }
});

it('says in words what is wrong with an address, a code or where it is to hear', async () => {
  const [node] = world.nodes;
  const start = (control: string, host = '127.0.0.1') =>
    startBridge({ control, port: 0, host, say() {} });
  await expect(start('nonsense')).rejects.toThrow('Give the address of a remote control');
  await expect(start(`${node!.url}/jam/NOPE-NOPE-NOPE/control`)).rejects.toThrow('opens no stage');
  await expect(start('http://127.0.0.1:1/jam/ABCD/control')).rejects.toThrow('does not answer');
  await roomWithStage('BCDEFGHJKLMN');
  const control = `${node!.url}/jam/BCDE-FGHJ-KLMN/control`;
  // An address of no machine (RFC 5737).
  await expect(start(control, '192.0.2.1')).rejects.toThrow('Cannot hear on 192.0.2.1');
});

it.each([
  [['/rondo/knob/8', 2], { knobs: [null, null, null, null, null, null, null, 1] }],
  [['/rondo/knob/9', 1], null],
  [['/rondo/knob/1', 'loud'], null],
  [['/rondo/look', '../x'], null],
  [['/rondo/freeze', 1], { isFrozen: true }],
  [['/rondo/freeze', 0], { isFrozen: false }],
  [['/rondo/newest'], { rifffId: null }],
  [['/rondo/newest', 0], null],
  [['/rondo/blend', 4], { blendBars: 4 }],
  [['/rondo/blend', 3], null],
] as const)('%j', (message, order) => {
  expect(orderOf(message)).toEqual(order);
});
