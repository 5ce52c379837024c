/** Rings of a wall by WebGL: a picture is drawn out of sight, averaged by the chip, and shown once it has been counted. */
import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useLayoutEffect, useState } from 'react';
import { type Camera, type Scene, Vector2, type WebGLRenderer } from 'three';
import {
  showWallGround,
  type WallGround,
  wallGround,
  wallPictures,
} from '../../data/stores/wall.ts';
import { FlashGuard, WALL_GROUNDS } from '../../drawing/flashGuard.ts';
import { channels } from '../../drawing/tokens.ts';
import type { RingMesh } from '../rings/ringMesh.ts';
import { ChipPasses, HiddenPicture } from './chipPasses.ts';

const sharesOf = (ground: WallGround) =>
  Float32Array.from(channels(WALL_GROUNDS[ground]), (channel) => channel / 255);
const SHARES: Readonly<Record<WallGround, Float32Array>> = {
  ground: sharesOf('ground'),
  night: sharesOf('night'),
  paper: sharesOf('paper'),
  clear: sharesOf('clear'),
};

class Guarding {
  private readonly gl: WebGLRenderer;
  private readonly context: WebGL2RenderingContext;
  private guard = new FlashGuard();
  /** Made with the first picture of a context. */
  private passes: ChipPasses | null = null;
  private readonly size = new Vector2();
  /** What is seen, what the next picture is drawn to, and that of the two that has the newest one. */
  private seen = new HiddenPicture();
  private next = new HiddenPicture();
  private newest = this.seen;
  private hasSeen = false;
  /** Is what is seen on the canvas, and how large was that? */
  private isOnScreen = false;
  private screenX = 0;
  private screenY = 0;
  /** The means of the newest picture: done with, on their way, or read and not allowed yet. */
  private means: 'done' | 'sent' | 'read' = 'done';
  private version = Number.NaN;
  private ground: WallGround = 'ground';

  constructor(gl: WebGLRenderer) {
    this.gl = gl;
    this.context = gl.getContext() as WebGL2RenderingContext;
  }

  /**
   * Draws in the place of R3F. A picture is seen one frame after it was drawn at the earliest: the chip is never waited for.
   *
   * @param version another number for another picture
   * @returns whether another frame is needed
   */
  draw(scene: Scene, camera: Camera, version: number): boolean {
    const { gl } = this;
    const ground = wallGround();
    if (ground === null || this.context.isContextLost()) return false;
    this.passes ??= new ChipPasses(gl);
    const { passes } = this;
    if (this.means === 'sent' && passes.fetch()) {
      this.guard.writeMeans(passes.means);
      this.means = 'read';
    }
    this.judge();
    gl.getDrawingBufferSize(this.size);
    const { x, y } = this.size;
    const { width, height } = this.newest;
    const isOther =
      version !== this.version || ground !== this.ground || width !== x || height !== y;
    if (isOther && this.means !== 'sent') {
      this.version = version;
      this.ground = ground;
      this.newest = this.next;
      this.next.bind(gl, x, y);
      gl.render(scene, camera);
      passes.average(this.next, SHARES[ground]);
      this.means = 'sent';
      // The first one is no change.
      if (!this.hasSeen) this.show();
    }
    // The browser keeps what it shows while nothing is drawn; a canvas of another size is empty.
    if (!this.isOnScreen || x !== this.screenX || y !== this.screenY) {
      passes.show(this.seen, x, y);
      this.isOnScreen = true;
      this.screenX = x;
      this.screenY = y;
    }
    return this.means !== 'done' || version !== this.version || ground !== this.ground;
  }

  /** The context was lost and is there again: nothing of before is, and counting begins anew. */
  restart(): void {
    this.passes = null;
    this.seen.forget();
    this.next.forget();
    this.guard = new FlashGuard();
    this.means = 'done';
    this.hasSeen = false;
    this.version = Number.NaN;
  }

  dispose(): void {
    for (const one of [this.passes, this.seen.target, this.next.target]) one?.dispose();
    this.passes = null;
  }

  /** Shows the newest picture where that is no flash too many. */
  private judge(): void {
    if (this.means !== 'read') return;
    if (!this.guard.allows(performance.now())) {
      wallPictures.held += 1;
      return;
    }
    this.means = 'done';
    if (this.seen !== this.newest) this.show();
  }

  private show(): void {
    this.next = this.seen;
    this.seen = this.newest;
    this.hasSeen = true;
    this.isOnScreen = false;
    wallPictures.shown += 1;
    showWallGround(this.ground);
  }
}

export interface GuardedFrameProps {
  rings: RingMesh;
  /** Told when another frame is needed. */
  frames: { goesOn: boolean };
  /** Called once it draws. */
  onThere(): void;
}

/** Draws the frames of a wall. */
export function GuardedFrame({ rings, frames, onThere }: GuardedFrameProps) {
  const gl = useThree((state) => state.gl);
  const [guarding] = useState(() => new Guarding(gl));
  useLayoutEffect(onThere, [onThere]);
  useEffect(() => {
    const canvas = gl.domElement;
    const restored = () => guarding.restart();
    canvas.addEventListener('webglcontextrestored', restored);
    return () => {
      canvas.removeEventListener('webglcontextrestored', restored);
      guarding.dispose();
    };
  }, [gl, guarding]);
  useFrame(({ scene, camera }) => {
    if (guarding.draw(scene, camera, rings.version)) frames.goesOn = true;
  }, 1);
  return null;
}
