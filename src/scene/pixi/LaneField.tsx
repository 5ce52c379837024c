import { extend, useApplication } from '@pixi/react';
import { Container } from 'pixi.js';
import { useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { sampleTelemetry } from '../../audio/engine/telemetry.ts';
import { transport } from '../../audio/state/transport.ts';
import { isFrameDue } from '../../data/stores/framePace.ts';
import { onLanesChange } from '../../data/stores/lanes.ts';
import { currentRingDrawing } from '../../data/stores/ringDrawing.ts';
import { onTouch } from '../../data/stores/touch.ts';
import { LaneScene } from './laneScene.ts';

extend({ Container });

/** Every flat drawing of the page; draws while something plays, is recorded or falls, else only on a change. */
export function LaneField() {
  const { app } = useApplication();
  const stage = useRef<Container>(null);
  useEffect(() => {
    let request = 0;
    let isSpared = false;
    const frame = (nowMs: number) => {
      // A processor draws lanes every other time: their notch moves by less than a pixel even so.
      const isDue = isFrameDue(nowMs);
      if (isDue && currentRingDrawing() === 'canvas') isSpared = !isSpared;
      if (!isDue || isSpared) {
        request = requestAnimationFrame(frame);
        return;
      }
      sampleTelemetry();
      request = scene.draw(performance.now()) ? requestAnimationFrame(frame) : 0;
    };
    const wake = () => {
      if (request === 0) request = requestAnimationFrame(frame);
    };
    const scene = new LaneScene(app, stage.current!, wake);
    const { changed, redraw } = scene;
    const stops = [onLanesChange(changed), onTouch(wake), subscribe(transport, wake)];
    addEventListener('resize', redraw);
    app.canvas.addEventListener('webglcontextrestored', redraw);
    changed();
    return () => {
      for (const stop of stops) stop();
      removeEventListener('resize', redraw);
      app.canvas.removeEventListener('webglcontextrestored', redraw);
      cancelAnimationFrame(request);
      scene.clear();
    };
  }, [app]);
  return <pixiContainer ref={stage} />;
}
