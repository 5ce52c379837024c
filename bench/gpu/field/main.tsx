/** A field of rifffs of eight rings, some of which play: `?count=100&playing=20&way=canvas`. */
import { createRoot } from 'react-dom/client';
import { patchTransport } from '../../../src/audio/state/transport.ts';
import { createSilentTelemetry, telemetryRef } from '../../../src/audio/telemetry.ts';
import { LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import { registerPlace } from '../../../src/data/stores/places.ts';
import CanvasHost from '../../../src/scene/CanvasHost.tsx';
import SceneHost from '../../../src/scene/SceneHost.tsx';
import { musicalRifff } from '../../../tests/gpu/musicalPeaks.ts';

const query = new URLSearchParams(location.search);
const count = Number(query.get('count') ?? 100);
const playing = Number(query.get('playing') ?? 20);
const columns = Math.ceil(Math.sqrt((count * innerWidth) / innerHeight));
const room = Math.min(innerWidth / columns, innerHeight / Math.ceil(count / columns));
const sizePx = Math.floor(room - 2);

/** A sound that never rests: phase from the clock, spectra that move. */
const sound = createSilentTelemetry();
telemetryRef.current = Object.assign(sound, {
  isPlaying: true,
  sample() {
    sound.turns = performance.now() / 8000;
    sound.phase = sound.turns % 1;
    sound.spectrum.fill(Math.floor(128 + 100 * Math.sin(sound.turns * 70)));
  },
});
patchTransport({ status: 'playing' });

for (let at = 0; at < count; at++) {
  const element = document.createElement('div');
  const x = (at % columns) * room;
  const y = Math.floor(at / columns) * room;
  element.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${sizePx}px;height:${sizePx}px`;
  document.body.append(element);
  const rifff = { ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1), _id: `rifff-${at}` };
  // Those that play stand all over the field.
  const isLive = Math.floor(((at + 1) * playing) / count) > Math.floor((at * playing) / count);
  registerPlace({ id: rifff._id, element, view: { rifff, isLive } });
}
createRoot(document.getElementById('host')!).render(
  query.get('way') === 'webgl' ? <SceneHost /> : <CanvasHost />,
);
