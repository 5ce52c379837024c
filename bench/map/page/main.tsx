/**
 * `?kind=webgl|canvas|pixi-canvas`: a map of ten thousand rifffs on which one pans and zooms without an end, from the whole
 * evening to single rifffs and back; `pixi-canvas` moves the same discs and lines by Pixi's own renderer for 2D canvases.
 */
import '../../../src/hud/system/base.css';
import { createRoot } from 'react-dom/client';
import { zoomLimits } from '../../../src/data/rules/jam/map/mapView.ts';
import { onFrame } from '../../../src/data/stores/frameLoop.ts';
import { currentMap } from '../../../src/data/stores/historyMap.ts';
import { chooseRingDrawing } from '../../../src/data/stores/ringDrawing.ts';
import { cssTokens } from '../../../src/drawing/tokens.ts';
import MapHost from '../../../src/scene/MapHost.tsx';
import { referenceDocument } from '../../../tests/gpu/musicalPeaks.ts';
import { sampleNodes } from '../../../tests/support/mapPicture.ts';
import { SampleHistory, sampleHistory } from '../../../tests/support/sampleHistory.tsx';
import { type FlightCost, installProbe, measure } from '../../arcade/page/probe.ts';
import { movePixiCanvas } from './pixiCanvas.ts';

declare global {
  interface Window {
    moving?: { measure(warmUpSec: number, seconds: number): Promise<FlightCost> };
  }
}

const COUNT = 10_000;
/** From the whole map to a single rifff and back, in seconds. */
const ROUND_SEC = 8;

/** Frames of the page's loop that drew. */
let pictures = 0;

const kind = new URLSearchParams(location.search).get('kind') ?? 'webgl';
installProbe(true);
const style = document.createElement('style');
style.textContent = cssTokens();
document.head.append(style);

/** Where a movement is at a time: 0 for the whole map, 1 for one rifff; and along the map, 0 to 1. */
function at(nowMs: number): { near: number; along: number } {
  const sec = nowMs / 1000;
  return {
    near: 0.5 - 0.5 * Math.cos((2 * Math.PI * sec) / ROUND_SEC),
    along: 0.5 + 0.4 * Math.sin(sec / 3),
  };
}

async function begin(): Promise<void> {
  const host = document.getElementById('host')!;
  const nodes = sampleNodes(COUNT);
  if (kind === 'pixi-canvas') {
    await movePixiCanvas(host, nodes, at);
  } else {
    chooseRingDrawing(kind === 'webgl' ? 'webgl' : 'canvas');
    createRoot(host).render(
      <>
        <SampleHistory of={sampleHistory(nodes, referenceDocument(), 400)} heightPx={700} />
        <MapHost />
      </>,
    );
    const turn = onFrame('rings', (nowMs) => {
      pictures += 1;
      const map = currentMap()?.map;
      if (!map) return true;
      const { ends } = map.picture;
      const [least, most] = zoomLimits(ends, map.box);
      // An emulated chip shows few pictures: each moves on as one of sixty in a second would.
      const { near, along } = at(kind === 'webgl' ? (pictures * 1000) / 60 : nowMs);
      const zoom = least * (most / least) ** near;
      map.go({ x: along * ends.length, y: along * ends.rowCount, zoom }, true);
      return true;
    });
    turn.wake();
  }
  window.moving = {
    async measure(warmUpSec, seconds) {
      await new Promise((done) => setTimeout(done, 1000 * warmUpSec));
      const [before, startMs] = [pictures, performance.now()];
      const cost = await measure(0, seconds);
      const lastedSec = (performance.now() - startMs) / 1000;
      // Frames in which the page's loop drew nothing are no pictures.
      return { ...cost, frames: pictures > 0 ? (pictures - before) / lastedSec : cost.frames };
    },
  };
}

void begin();
