import { extend, useApplication } from '@pixi/react';
import { Container } from 'pixi.js';
import { useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { transport } from '../../audio/state/transport.ts';
import { onFrame } from '../../data/stores/frameLoop.ts';
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
    let isSpared = false;
    const { wake, stop } = onFrame('lanes', () => {
      // A processor draws lanes every other time: their notch moves by less than a pixel even so.
      isSpared = currentRingDrawing() === 'canvas' && !isSpared;
      return isSpared || scene.draw(performance.now());
    });
    const scene = new LaneScene(app, stage.current!, wake);
    const { changed, redraw } = scene;
    const stops = [stop, onLanesChange(changed), onTouch(wake), subscribe(transport, wake)];
    addEventListener('resize', redraw);
    app.canvas.addEventListener('webglcontextrestored', redraw);
    changed();
    return () => {
      for (const stop of stops) stop();
      removeEventListener('resize', redraw);
      app.canvas.removeEventListener('webglcontextrestored', redraw);
      scene.clear();
    };
  }, [app]);
  return <pixiContainer ref={stage} />;
}
