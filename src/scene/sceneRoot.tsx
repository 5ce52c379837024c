/**
 * The one R3F root. Canvas and root belong to the module and live as long as the page: React may mount and
 * unmount the host as it likes (StrictMode, routes), there is never a second context.
 */
import { createRoot, type ReconcilerRoot } from '@react-three/fiber';
import { RingField } from './rings/RingField.tsx';

const MAX_DPR = 2;
const NOTHING = () => {};

interface SceneRoot {
  canvas: HTMLCanvasElement;
  root: ReconcilerRoot<HTMLCanvasElement>;
}

let scene: SceneRoot | null = null;

function resize({ canvas, root }: SceneRoot): void {
  const width = Math.max(1, canvas.parentElement?.clientWidth ?? innerWidth);
  const height = Math.max(1, canvas.parentElement?.clientHeight ?? innerHeight);
  void root.configure({
    frameloop: 'demand',
    dpr: Math.min(devicePixelRatio || 1, MAX_DPR),
    size: { width, height, top: 0, left: 0 },
    flat: true,
    linear: true,
    gl: {
      alpha: true,
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
  const created = { canvas, root: createRoot(canvas) };
  const mark = (state: string) => canvas.parentElement?.setAttribute('data-scene', state);
  canvas.addEventListener('webglcontextlost', () => mark('lost'));
  canvas.addEventListener('webglcontextrestored', () => mark('ready'));
  return created;
}

/**
 * Puts the canvas into an element and starts drawing.
 *
 * @param onSlow called once where this machine takes long to draw by WebGL
 * @returns what takes it out again; the context stays
 */
export function mountScene(host: HTMLElement, onSlow: () => void = NOTHING): () => void {
  scene ??= createScene();
  const current = scene;
  host.append(current.canvas);
  resize(current);
  current.root.render(<RingField isShown onSlow={onSlow} />);
  host.dataset.scene = 'ready';
  const resized = () => resize(current);
  const observer = new ResizeObserver(resized);
  observer.observe(host);
  addEventListener('resize', resized);
  return () => {
    observer.disconnect();
    removeEventListener('resize', resized);
    if (current.canvas.parentElement !== host) return;
    current.canvas.remove();
    current.root.render(<RingField isShown={false} onSlow={NOTHING} />);
  };
}
