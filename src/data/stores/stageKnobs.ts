/** Knobs of a MIDI controller that move the look of a stage: plain numbers, 0–1, read in every frame. */
import { LOOK_KNOBS } from '../contract/stageLooks.ts';

export const stageKnobs = new Float64Array(LOOK_KNOBS);
