import { extend, useApplication } from '@pixi/react';
import { Container } from 'pixi.js';
import { useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { transport } from '../../audio/state/transport.ts';
import { sampleTelemetry } from '../../audio/telemetry.ts';
import { onLanesChange } from '../../data/stores/lanes.ts';
import { onTouch } from '../../data/stores/touch.ts';
import { LaneScene } from './laneScene.ts';

extend({ Container });

/** Lanes and meters; draws while something plays or falls, else only when something changes. */
export function LaneField() {
  const { app } = useApplication();
  const shapes = useRef<Container>(null);
  const overlay = useRef<Container>(null);
  useEffect(() => {
    const scene = new LaneScene(app, shapes.current!, overlay.current!);
    let request = 0;
    const frame = () => {
      sampleTelemetry();
      request = scene.draw(performance.now()) ? requestAnimationFrame(frame) : 0;
    };
    const wake = () => {
      if (request === 0) request = requestAnimationFrame(frame);
    };
    const changed = () => {
      scene.changed();
      wake();
    };
    const stops = [onLanesChange(changed), onTouch(wake), subscribe(transport, wake)];
    addEventListener('resize', changed);
    app.canvas.addEventListener('webglcontextrestored', changed);
    changed();
    return () => {
      for (const stop of stops) stop();
      removeEventListener('resize', changed);
      app.canvas.removeEventListener('webglcontextrestored', changed);
      cancelAnimationFrame(request);
      scene.clear();
    };
  }, [app]);
  return (
    <>
      <pixiContainer ref={shapes} />
      <pixiContainer ref={overlay} />
    </>
  );
}
