/** Small pictures of sound on a canvas of their own: drawn when they change, not every frame. */

/** A canvas at the device's resolution, cleared, with a context that counts in CSS pixels; null while it has no size. */
export function beginDrawing(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; w: number; h: number } | null {
  const { clientWidth: w, clientHeight: h } = canvas;
  const context = canvas.getContext('2d');
  if (!context || w === 0 || h === 0) return null;
  const ratio = Math.min(2, devicePixelRatio || 1);
  const [width, height] = [Math.round(w * ratio), Math.round(h * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, w, h);
  return { context, w, h };
}

/** Calls `draw` now and whenever the canvas has another size. @returns what stops it */
export function drawOnResize(canvas: HTMLCanvasElement, draw: () => void): () => void {
  const observer = new ResizeObserver(draw);
  observer.observe(canvas);
  draw();
  return () => observer.disconnect();
}
