/**
 * The one R3F root. Canvas and root belong to the module and live as long as the page: React may mount and
 * unmount the host as it likes (StrictMode, routes), there is never a second context.
 */
import { createRoot, type ReconcilerRoot } from '@react-three/fiber';
import type { SceneHostProps } from './hostProps.ts';
import { RingField } from './rings/RingField.tsx';
import { screenDpr } from './screenDpr.ts';

interface SceneRoot {
  canvas: HTMLCanvasElement;
  root: ReconcilerRoot<HTMLCanvasElement>;
  /** Is told about changes of its context. */
  onState: SceneHostProps['onState'];
}

let scene: SceneRoot | null = null;

function resize({ canvas, root }: SceneRoot): void {
  const width = Math.max(1, canvas.parentElement?.clientWidth ?? innerWidth);
  const height = Math.max(1, canvas.parentElement?.clientHeight ?? innerHeight);
  void root.configure({
    // Frames come from the page's one loop.
    frameloop: 'never',
    dpr: screenDpr(),
    size: { width, height, top: 0, left: 0 },
    flat: true,
    linear: true,
    gl: {
      alpha: true,
      // Edges are feathered, and the guard of a wall copies to the canvas, which WebGL refuses where that has several samples.
      antialias: false,
      depth: false,
      stencil: false,
      premultipliedAlpha: true,
      powerPreference: 'high-performance',
    },
  });
}

function createScene(): SceneRoot {
  const canvas = document.createElement('canvas');
  canvas.style.display = 'block';
  const created: SceneRoot = { canvas, root: createRoot(canvas), onState: undefined };
  canvas.addEventListener('webglcontextlost', () => created.onState?.('lost'));
  canvas.addEventListener('webglcontextrestored', () => created.onState?.('live'));
  return created;
}

/**
 * Puts the canvas into an element and starts drawing.
 *
 * @returns what takes it out again; the context stays
 */
export function mountScene(host: HTMLElement, { onSlow, onState }: SceneHostProps): () => void {
  scene ??= createScene();
  const current = scene;
  host.append(current.canvas);
  resize(current);
  current.onState = onState;
  current.root.render(<RingField isShown onSlow={onSlow} onShown={() => onState?.('live')} />);
  const resized = () => resize(current);
  const observer = new ResizeObserver(resized);
  observer.observe(host);
  addEventListener('resize', resized);
  return () => {
    observer.disconnect();
    removeEventListener('resize', resized);
    if (current.canvas.parentElement !== host) return;
    current.canvas.remove();
    current.onState = undefined;
    current.root.render(<RingField isShown={false} onSlow={undefined} />);
  };
}
