/** The rifff that still sounds while another waits for its boundary: what a listener touches is this one. */
import type { Rifff } from '../data/contract/rifff.ts';
import type { Looper } from './looper/looper.ts';
import { AUDITION_SLOT, planSlots, type SlotPlan } from './slotPlans.ts';

/** What the player knows of a rifff. */
export interface PlayerState {
  readonly rifff: Rifff;
  readonly plans: (SlotPlan | null)[];
  readonly missing: number[];
  readonly gains: readonly number[];
  readonly solo: number;
}

/** Does a document differ from another one in nothing but levels? */
export function differsInLevels(rifff: Rifff, before: Rifff): boolean {
  if (rifff._id !== before._id) return false;
  const known = planSlots(before).plans;
  return planSlots(rifff).plans.every(
    (plan, slot) => plan?.pattern.key === known[slot]?.pattern.key,
  );
}

export class HeardRifff {
  rifff: Rifff;
  plans: (SlotPlan | null)[];
  readonly missing: number[];
  readonly gains: number[];
  private slotAlone: number;
  private readonly looper: Looper;

  constructor({ rifff, plans, missing, gains, solo }: PlayerState, looper: Looper) {
    this.rifff = rifff;
    this.plans = plans;
    this.missing = missing;
    this.gains = [...gains];
    this.slotAlone = solo;
    this.looper = looper;
  }

  get solo(): number {
    return this.slotAlone;
  }

  /** Takes up levels and mutes of a document that differs in nothing else. */
  touch(rifff: Rifff): void {
    const { plans } = planSlots(rifff);
    plans.forEach((plan, slot) => {
      if (plan && plan.gain !== this.plans[slot]?.gain) this.gains[slot] = plan.gain;
    });
    this.rifff = rifff;
    this.plans = plans;
    this.apply();
  }

  setGain(slot: number, gain: number): void {
    this.gains[slot] = gain;
    this.apply();
  }

  setSolo(slot: number): void {
    this.slotAlone = slot;
    this.apply();
  }

  private apply(): void {
    this.plans.forEach((plan, slot) => {
      if (!plan || slot === AUDITION_SLOT) return;
      const isHeard = plan.isOn && (this.solo < 0 || this.solo === slot);
      this.looper.setSoundingLevel(slot, isHeard ? this.gains[slot]! : 0);
      this.looper.setSoundingEffects(slot, plan.effects);
    });
  }
}
