import { useEffect, useRef } from 'react';
import type { SceneHostProps } from './hostProps.ts';
import { mountScene } from './sceneRoot.tsx';

/** The place of the one canvas behind the page: fixed, transparent, untouchable. Mounted once by the shell. */
export default function SceneHost({ onSlow, onState }: SceneHostProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => mountScene(host.current!, { onSlow, onState }), [onSlow, onState]);
  return (
    <div
      ref={host}
      aria-hidden="true"
      data-rings="webgl"
      style={{ position: 'fixed', inset: 0, zIndex: 1, pointerEvents: 'none' }}
    />
  );
}
