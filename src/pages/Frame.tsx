import { useState } from 'react';
import { Shell } from '../hud/shell/Shell.tsx';
import { type SceneState, SceneStateContext } from '../hud/shell/sceneState.ts';
import { SceneMount } from './SceneMount.tsx';

/** The shell with the one canvas in it. */
export default function Frame() {
  const [scene, setScene] = useState<SceneState>('loading');
  return (
    <SceneStateContext value={scene}>
      <Shell scene={<SceneMount onState={setScene} />} />
    </SceneStateContext>
  );
}
