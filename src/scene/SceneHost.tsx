import { useEffect, useRef } from 'react';
import { mountScene } from './sceneRoot.tsx';

/**
 * The place of the one canvas behind the page: fixed, transparent, untouchable. Mounted once by the shell.
 * While its context is lost it carries `data-scene="lost"`.
 */
export default function SceneHost({ onSlow }: { onSlow?: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => mountScene(host.current!), []);
  void onSlow;
  return (
    <div
      ref={host}
      aria-hidden="true"
      style={{ position: 'fixed', inset: 0, zIndex: 1, pointerEvents: 'none' }}
    />
  );
}
