/** All rifffs on screen as one instanced draw: the mesh, its textures, and the drawings that fill them. */
import {
  BufferAttribute,
  type DataTexture,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  RawShaderMaterial,
  Vector2,
  Vector3,
} from 'three';
import { transport } from '../../audio/state/transport.ts';
import { type Telemetry, telemetryRef } from '../../audio/telemetry.ts';
import { CATEGORIES, CATEGORY_SLUGS } from '../../data/contract/categories.ts';
import { allPlaces, type Place } from '../../data/stores/places.ts';
import { touch } from '../../data/stores/touch.ts';
import { RING_FRAGMENT, RING_VERTEX } from '../../drawing/shader.ts';
import { channels, TOKENS } from '../../drawing/tokens.ts';
import { createEnvelopeTexture, createRingTexture, createSpectrumTexture } from './dataTextures.ts';
import { ProfileAtlas } from './profileAtlas.ts';
import { type Frame, INSTANCE_FLOATS, RifffDrawing } from './rifffDrawing.ts';

const FIRST_CAPACITY = 8;
const colour = (hex: string) => new Vector3(...channels(hex).map((value) => value / 255));
const withoutVersion = (glsl: string) => glsl.replace('#version 300 es\n', '');

/** The scene behind the page. One per canvas. */
export class RingScene {
  readonly mesh: Mesh;
  private readonly atlas = new ProfileAtlas();
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly drawings = new Map<string, RifffDrawing>();
  private readonly order: RifffDrawing[] = [];
  /** Rifffs that the notch is taking away. */
  private readonly going: RifffDrawing[] = [];
  private readonly freeRows: number[] = [];
  private capacity = 0;
  private rings!: DataTexture;
  private envelope!: DataTexture;
  private spectrum: DataTexture;
  private buffer!: InstancedInterleavedBuffer;
  private telemetry: Telemetry;
  private readonly frame: Frame = {
    nowMs: 0,
    phase: -1,
    turns: 0,
    isPlaying: false,
    isReduced: false,
    dpr: 1,
  };
  private width = 1;
  private height = 1;
  private mustSync = true;
  private mustMeasure = true;
  private mustSend = true;

  constructor() {
    this.telemetry = telemetryRef.current;
    this.spectrum = createSpectrumTexture(this.telemetry.spectrum);
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: withoutVersion(RING_VERTEX),
      fragmentShader: withoutVersion(RING_FRAGMENT),
      transparent: true,
      premultipliedAlpha: true,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        uSize: { value: new Vector2(1, 1) },
        uPhase: { value: -1 },
        uProfile: { value: this.atlas.texture },
        uRings: { value: null },
        uEnvelope: { value: null },
        uSpectrum: { value: this.spectrum },
        uInk: { value: CATEGORY_SLUGS.map((slug) => colour(CATEGORIES[slug].ink)) },
        uGround: { value: colour(TOKENS.ground) },
        uPaper: { value: colour(TOKENS.paper) },
        uEdge: { value: colour(TOKENS.edge) },
      },
    });
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
    this.geometry.setAttribute('position', new BufferAttribute(corners, 3));
    this.geometry.setIndex([0, 2, 1, 1, 2, 3]);
    this.grow(FIRST_CAPACITY);
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** Places, or what they show, have changed. */
  changed(): void {
    this.mustSync = true;
  }

  /** Elements may have moved. */
  moved(): void {
    this.mustMeasure = true;
  }

  /** The finger, the transport or the clock has something new to draw. */
  touched(): void {
    this.mustSend = true;
  }

  resized(width: number, height: number, dpr: number): void {
    this.width = width;
    this.height = height;
    if (dpr !== this.frame.dpr) this.mustSync = true;
    this.frame.dpr = dpr;
    (this.material.uniforms.uSize!.value as Vector2).set(width * dpr, height * dpr);
    this.mustMeasure = true;
  }

  /** The context was lost: everything is sent again when it returns. */
  forget(): void {
    this.atlas.forget();
    this.mustSend = true;
  }

  /**
   * Brings everything to this moment. Allocates only when places change.
   * @returns whether another frame is needed
   */
  update(nowMs: number, isReduced: boolean): boolean {
    this.readSound(nowMs, isReduced);
    if (this.mustSync) this.sync();
    else if (this.mustMeasure) this.measure();
    if (this.going.length > 0) this.moveGoing();
    // Frames go on while it plays even with nothing in view: they are what samples the sound.
    let isMoving = this.frame.isPlaying || transport.status === 'playing';
    let count = 0;
    const { frame, order } = this;
    const sendAll = this.mustSend;
    const instances = this.buffer.array as Float32Array;
    let hasWritten = false;
    let lifted: RifffDrawing | null = null;
    let liftedAt = 0;
    for (let at = 0; at < order.length; at++) {
      const drawing = order[at]!;
      if (!drawing.isVisible) continue;
      const isActive =
        sendAll || drawing.isDirty || drawing.view.isInviting || touch.placeId === drawing.id;
      const follows = drawing.view.isLive && frame.isPlaying;
      if (isActive || (follows && this.needsWriting(drawing))) {
        if (drawing.update(frame, touch, instances, count * INSTANCE_FLOATS)) isMoving = true;
        hasWritten = true;
      }
      if (drawing.pull.at >= 0 && (lifted === null || touch.placeId === drawing.id)) {
        lifted?.pull.forget();
        lifted = drawing;
        liftedAt = count;
      }
      count += 1;
    }
    if (lifted) {
      lifted.writePulled(frame, instances, liftedAt * INSTANCE_FLOATS, count * INSTANCE_FLOATS);
      count += 1;
    }
    this.mustSend = false;
    if (hasWritten) this.send();
    this.geometry.instanceCount = count;
    this.mesh.visible = count > 0;
    return isMoving;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.atlas.dispose();
    this.rings.dispose();
    this.envelope.dispose();
    this.spectrum.dispose();
  }

  private needsWriting(drawing: RifffDrawing): boolean {
    const isArriving = (drawing.view.arriving?.length ?? 0) > 0;
    return this.frame.isReduced || isArriving || drawing.swap !== null;
  }

  private send(): void {
    this.buffer.needsUpdate = true;
    this.rings.needsUpdate = true;
    this.material.uniforms.uProfile!.value = this.atlas.texture;
  }

  private readSound(nowMs: number, isReduced: boolean): void {
    const { frame } = this;
    if (telemetryRef.current !== this.telemetry) {
      this.telemetry = telemetryRef.current;
      this.spectrum.dispose();
      this.spectrum = createSpectrumTexture(this.telemetry.spectrum);
      this.material.uniforms.uSpectrum!.value = this.spectrum;
    }
    const { telemetry } = this;
    if (telemetry.isPlaying !== frame.isPlaying || isReduced !== frame.isReduced) {
      this.mustSend = true;
    }
    frame.nowMs = nowMs;
    frame.isPlaying = telemetry.isPlaying;
    frame.isReduced = isReduced;
    frame.turns = telemetry.turns;
    const isHeard = telemetry.isPlaying || transport.status === 'paused';
    frame.phase = isHeard ? telemetry.phase : -1;
    this.material.uniforms.uPhase!.value = frame.phase;
    if (telemetry.isPlaying) this.spectrum.needsUpdate = true;
  }

  /** Takes over the places of the page: new, changed and gone. */
  private sync(): void {
    this.mustSync = false;
    this.mustMeasure = false;
    this.mustSend = true;
    this.order.length = 0;
    const gone = new Set(this.drawings.keys());
    for (const place of allPlaces()) {
      gone.delete(place.id);
      const before = this.drawings.get(place.id);
      const drawing = before?.canSwap(place.view, this.frame)
        ? this.swapIn(before, place)
        : (before ?? this.add(place.id, place.view));
      this.showOne(drawing, place);
      this.order.push(drawing);
    }
    for (const id of gone) this.remove(id);
    this.order.push(...this.going);
  }

  private measure(): void {
    this.mustMeasure = false;
    for (const place of allPlaces()) {
      const drawing = this.drawings.get(place.id);
      if (drawing) this.showOne(drawing, place);
    }
    this.mustSend = true;
  }

  /** Lets a drawing take what its place shows, once it is in view and something about it is new. */
  private showOne(drawing: RifffDrawing, place: Place): void {
    const sizePx = this.measureOne(drawing, place.element);
    if (!drawing.isVisible || !drawing.isStale(place.view, sizePx, this.frame.dpr)) return;
    drawing.show(place.view, sizePx, this.frame.nowMs, this.frame);
    this.envelope.needsUpdate = true;
  }

  /** Reads where an element is. @returns its size in CSS pixels */
  private measureOne(drawing: RifffDrawing, element: HTMLElement): number {
    const rect = element.getBoundingClientRect();
    const sizePx = Math.min(rect.width, rect.height);
    drawing.x = rect.left + rect.width / 2;
    drawing.y = rect.top + rect.height / 2;
    const reach = sizePx * 0.75 + 24;
    drawing.isVisible =
      sizePx > 0 &&
      drawing.x > -reach &&
      drawing.y > -reach &&
      drawing.x < this.width + reach &&
      drawing.y < this.height + reach;
    return sizePx;
  }

  private add(id: string, view: RifffDrawing['view']): RifffDrawing {
    if (this.freeRows.length === 0) this.grow(this.capacity * 2);
    const drawing = new RifffDrawing(
      id,
      view,
      this.freeRows.pop()!,
      this.atlas,
      () => this.rings.image.data as unknown as Float32Array,
      () => this.envelope.image.data as unknown as Uint8Array,
    );
    this.drawings.set(id, drawing);
    return drawing;
  }

  private remove(id: string): void {
    this.giveBack(this.drawings.get(id)!);
    this.drawings.delete(id);
    for (const one of this.going) if (one.id === id) one.swap = null;
    this.dropGone();
  }

  private giveBack(drawing: RifffDrawing): void {
    drawing.release();
    this.freeRows.push(drawing.row);
  }

  /** Another rifff comes into a place: what was there stays until the notch has swapped it. */
  private swapIn(before: RifffDrawing, place: Place): RifffDrawing {
    for (const one of this.going) if (one.id === place.id) one.swap = null;
    this.dropGone();
    this.drawings.delete(place.id);
    const drawing = this.add(place.id, place.view);
    drawing.beginSwap(before, this.frame);
    this.going.push(before);
    return drawing;
  }

  /** Keeps what goes in its place, and lets it go where the notch has been all round. */
  private moveGoing(): void {
    for (let at = 0; at < this.going.length; at++) {
      const one = this.going[at]!;
      const heir = this.drawings.get(one.id);
      if (!heir || heir.sizePx !== one.sizePx || !one.advanceSwap(this.frame)) one.swap = null;
      else {
        one.x = heir.x;
        one.y = heir.y;
        one.isVisible = heir.isVisible;
      }
    }
    this.dropGone();
  }

  /** Gives back what has been swapped. */
  private dropGone(): void {
    for (let at = this.going.length - 1; at >= 0; at--) {
      const one = this.going[at]!;
      if (one.swap) continue;
      this.going.splice(at, 1);
      this.giveBack(one);
      const place = this.order.indexOf(one);
      if (place >= 0) this.order.splice(place, 1);
      this.mustSend = true;
    }
  }

  private grow(capacity: number): void {
    for (let row = capacity - 1; row >= this.capacity; row--) this.freeRows.push(row);
    this.capacity = capacity;
    const rings = createRingTexture(capacity);
    const envelope = createEnvelopeTexture(capacity);
    if (this.rings) (rings.image.data as unknown as Float32Array).set(this.oldData(this.rings));
    if (this.envelope) {
      (envelope.image.data as unknown as Uint8Array).set(this.oldData(this.envelope));
    }
    this.rings?.dispose();
    this.envelope?.dispose();
    this.rings = rings;
    this.envelope = envelope;
    this.material.uniforms.uRings!.value = rings;
    this.material.uniforms.uEnvelope!.value = envelope;
    // One instance more than rifffs: the ring that is pulled off.
    const array = new Float32Array((capacity + 1) * INSTANCE_FLOATS);
    this.buffer = new InstancedInterleavedBuffer(array, INSTANCE_FLOATS, 1);
    this.buffer.setUsage(DynamicDrawUsage);
    const names = ['iPlace', 'iState', 'iShape', 'iLines', 'iDot', 'iClip'];
    names.forEach((name, at) => {
      this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffer, 4, at * 4));
    });
  }

  private oldData(texture: DataTexture): Float32Array {
    return texture.image.data as unknown as Float32Array;
  }
}
