/**
 * Mouse and fingers on the rings of one place: pointer events go through the gesture machine, what it
 * answers goes to the page's actions, the finger's place to the drawing. No React state on the way.
 */
import { playingSlot } from '../../../data/rules/draft/draft.ts';
import {
  gestureDeadlineMs,
  isGestureActive,
  stepGesture,
} from '../../../data/rules/gesture/gesture.ts';
import {
  type GestureEvent,
  type GestureState,
  type GestureTarget,
  IDLE_GESTURE,
} from '../../../data/rules/gesture/gestureModel.ts';
import { clearTouch, setTouch, touch } from '../../../data/stores/touch.ts';
import {
  type Finger,
  isOverBin,
  performIntent,
  pickSlot,
  placeCentreOf,
  type RingPointerOptions,
} from './ringActions.ts';
import { dragGain } from './ringGain.ts';

class RingPointer {
  private state: GestureState = IDLE_GESTURE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  /** Loops under the pressing fingers, by slot: a slot whose loop changes lets go. */
  private readonly loops = new Map<number, string>();
  private readonly disc: Element;
  private readonly options: RingPointerOptions;
  private readonly finger: Finger = { x: 0, y: 0, isMouse: true };

  constructor(disc: Element, options: RingPointerOptions) {
    this.disc = disc;
    this.options = options;
  }

  private pick(clientX: number, clientY: number): number {
    return pickSlot(this.options.context(), clientX, clientY);
  }

  private target(slot: number): GestureTarget | null {
    const { rifff, layout, radiusPx, canPitch, actions } = this.options.context();
    const current = playingSlot(rifff, slot);
    if (!current) return null;
    return {
      slot,
      gain: current.gain,
      semitones: current.pitchShiftSettings.shiftSemitones,
      radiusPx,
      canPitch,
      canSwap: actions.swap !== undefined,
      canRemove: actions.remove !== undefined,
      canOpen: actions.open !== undefined,
      gainAt: dragGain(layout, current.gain, radiusPx),
    };
  }

  private step(event: GestureEvent): void {
    const { state, intents } = stepGesture(this.state, event);
    this.state = state;
    for (const intent of intents) {
      if (intent.type === 'press') this.remember(intent.slot);
      performIntent(intent, this.options, this.finger);
    }
    this.schedule();
    if (isGestureActive(state)) return;
    this.loops.clear();
    window.removeEventListener('keydown', this.onKey, true);
    window.removeEventListener('blur', this.abort);
    if (touch.placeId === this.options.context().placeId && touch.mode !== 'hover') {
      clearTouch();
      this.options.label(null, 0, 0);
    }
  }

  private schedule(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    const due = gestureDeadlineMs(this.state);
    if (due === null) return;
    this.timer = setTimeout(() => {
      // Moves and releases that waited behind a stalled page come with its next frame: look after that.
      this.frame = requestAnimationFrame(() => {
        this.frame = requestAnimationFrame(() => {
          this.step({ type: 'time', timeMs: Math.max(due, performance.now()) });
        });
      });
    }, due - performance.now());
  }

  private remember(slot: number): void {
    const current = playingSlot(this.options.context().rifff, slot);
    if (current) this.loops.set(slot, current.currentLoop);
  }

  /** The rifff changed under the finger: its ring is gone or another. */
  private hasLostRing(): boolean {
    const { rifff } = this.options.context();
    for (const [slot, loop] of this.loops) {
      if (playingSlot(rifff, slot)?.currentLoop !== loop) return true;
    }
    return false;
  }

  readonly onDown = (event: PointerEvent): void => {
    const isMenu = event.pointerType === 'mouse' && (event.button !== 0 || event.ctrlKey);
    if (isMenu || event.button > 0) return;
    const slot = this.pick(event.clientX, event.clientY);
    const target = this.target(slot);
    if (!target) return;
    // Keeps the focus where it is; the ring takes it when the gesture is over.
    event.preventDefault();
    this.capture(event.pointerId);
    this.finger.isMouse = event.pointerType !== 'touch';
    this.follow(event);
    if (!isGestureActive(this.state)) {
      window.addEventListener('keydown', this.onKey, true);
      window.addEventListener('blur', this.abort);
    }
    this.step({ type: 'down', ...this.at(event), target });
  };

  readonly onMove = (event: PointerEvent): void => {
    if (!isGestureActive(this.state)) {
      this.hover(event);
      return;
    }
    // A mouse whose release went elsewhere comes back with no button down.
    const isReleased = event.pointerType === 'mouse' && event.buttons === 0;
    if (isReleased || this.hasLostRing()) {
      this.abort();
      return;
    }
    if (!this.state.presses.some((press) => press.pointer === event.pointerId)) return;
    this.follow(event);
    this.step({ type: 'move', ...this.at(event), isOverBin: this.bin(event) });
  };

  readonly onUp = (event: PointerEvent): void => {
    if (this.hasLostRing()) {
      this.abort();
      return;
    }
    if (!this.state.presses.some((press) => press.pointer === event.pointerId)) return;
    this.follow(event);
    this.options.context().firstTouch();
    this.step({ type: 'up', ...this.at(event), isOverBin: this.bin(event) });
    if (event.pointerType === 'mouse') this.hover(event);
  };

  readonly onCancel = (event: PointerEvent): void => {
    if (isGestureActive(this.state)) this.step({ type: 'cancel', pointer: event.pointerId });
  };

  readonly onLeave = (): void => {
    if (touch.mode === 'hover' && touch.placeId === this.options.context().placeId) clearTouch();
  };

  readonly onMenu = (event: MouseEvent): void => {
    const slot = this.pick(event.clientX, event.clientY);
    if (slot < 0) return;
    event.preventDefault();
    this.finger.isMouse = !('pointerType' in event) || event.pointerType !== 'touch';
    this.step({ type: 'menu', slot, ...this.fromMiddle(event) });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.abort();
  };

  readonly abort = (): void => {
    if (isGestureActive(this.state)) this.step({ type: 'abort' });
  };

  private hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const { placeId } = this.options.context();
    const slot = this.pick(event.clientX, event.clientY);
    const { clientX: x, clientY: y } = event;
    if (slot < 0) this.onLeave();
    else setTouch({ placeId, slot, mode: 'hover', x, y });
    this.options.label(null, 0, 0);
  }

  private follow(event: PointerEvent): void {
    this.finger.x = event.clientX;
    this.finger.y = event.clientY;
  }

  private fromMiddle({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const middle = placeCentreOf(this.options.context());
    return { x: clientX - middle.x, y: clientY - middle.y };
  }

  private at(event: PointerEvent): { pointer: number; x: number; y: number; timeMs: number } {
    return { pointer: event.pointerId, timeMs: event.timeStamp, ...this.fromMiddle(event) };
  }

  private bin(event: PointerEvent): boolean {
    const press = this.state.presses.find((one) => one.pointer === event.pointerId);
    return press?.mode === 'pull' && isOverBin(event.clientX, event.clientY);
  }

  private capture(pointer: number): void {
    try {
      this.disc.setPointerCapture(pointer);
    } catch {
      // The pointer is already up again; its release is on its way.
    }
  }

  dispose(): void {
    this.abort();
    this.onLeave();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }
}

/** Listens to pointers on `disc`. @returns what stops it */
export function followRings(disc: SVGElement, options: RingPointerOptions): () => void {
  const rings = new RingPointer(disc, options);
  const stop = new AbortController();
  const { signal } = stop;
  disc.addEventListener('pointerdown', rings.onDown, { signal });
  disc.addEventListener('pointermove', rings.onMove, { signal });
  disc.addEventListener('pointerup', rings.onUp, { signal });
  disc.addEventListener('pointercancel', rings.onCancel, { signal });
  disc.addEventListener('lostpointercapture', rings.onCancel, { signal });
  disc.addEventListener('pointerleave', rings.onLeave, { signal });
  disc.addEventListener('contextmenu', rings.onMenu, { signal });
  return () => {
    rings.dispose();
    stop.abort();
  };
}
