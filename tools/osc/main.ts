/** `npm run osc -- ADDRESS [--port 9000] [--host 127.0.0.1]`: lets a controller that speaks OSC direct the stages of a room. */
import { parseArgs } from 'node:util';
import { startBridge } from './bridge.ts';

const USAGE = `npm run osc -- https://example.org/jam/CODE/control [--port 9000] [--host 127.0.0.1]

  /rondo/knob/1 … /rondo/knob/8   0 to 1
  /rondo/look                     the key of a look: rose, or the last part of its address
  /rondo/freeze                   1 stays with this rifff, 0 follows
  /rondo/newest                   goes to the newest rifff
  /rondo/blend                    0, 1, 2, 4 or 8 bars`;

const say = (line: string) => console.log(line);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', default: false },
    },
  });
  const [control] = positionals;
  const port = Number(values.port);
  if (values.help || !control) say(USAGE);
  else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('A port is a whole number up to 65535');
  } else {
    const bridge = await startBridge({ control, port, host: values.host, say });
    say(`${bridge.room}: hears OSC on ${values.host}:${bridge.port}. Ctrl-C ends it.`);
    process.once('SIGINT', () => void bridge.close().then(() => process.exit()));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
