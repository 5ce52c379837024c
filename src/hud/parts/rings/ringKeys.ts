/** Keys of the ring that has the keyboard, and gestures of the one under a finger, as the sheet lists them. */

export type RingKeyAction =
  | 'louder'
  | 'quieter'
  | 'muchLouder'
  | 'muchQuieter'
  | 'loudest'
  | 'silent'
  | 'unity'
  | 'outwards'
  | 'inwards'
  | 'mute'
  | 'solo'
  | 'open'
  | 'remove'
  | 'swapNext'
  | 'swapRandom'
  | 'pitchUp'
  | 'pitchDown';

/** What must be possible for a key or gesture to be offered: pitch that sounds, or a rifff of one's own. */
export type RingNeed = 'pitch' | 'editor';

interface RingKey {
  readonly needs?: RingNeed;
  readonly action: RingKeyAction;
  readonly keys: readonly string[];
  readonly title: string;
}

export const RING_KEYS: readonly RingKey[] = [
  { action: 'outwards', keys: ['ArrowRight'], title: 'Next ring outwards' },
  { action: 'inwards', keys: ['ArrowLeft'], title: 'Next ring inwards' },
  { action: 'louder', keys: ['ArrowUp'], title: '0.5 dB louder' },
  { action: 'quieter', keys: ['ArrowDown'], title: '0.5 dB quieter' },
  { action: 'muchLouder', keys: ['PageUp'], title: '3 dB louder' },
  { action: 'muchQuieter', keys: ['PageDown'], title: '3 dB quieter' },
  { action: 'loudest', keys: ['End'], title: 'Full gain' },
  { action: 'silent', keys: ['Home'], title: 'Silent' },
  { action: 'unity', keys: ['0'], title: '0 dB' },
  { action: 'mute', keys: ['M'], title: 'Mute' },
  { action: 'solo', keys: ['S'], title: 'Solo' },
  { needs: 'pitch', action: 'pitchDown', keys: ['['], title: 'A semitone down' },
  { needs: 'pitch', action: 'pitchUp', keys: [']'], title: 'A semitone up' },
  { needs: 'editor', action: 'swapNext', keys: ['N'], title: 'Swap for the next loop' },
  { needs: 'editor', action: 'swapRandom', keys: ['R'], title: 'Swap for a random loop' },
  { needs: 'editor', action: 'open', keys: ['Enter'], title: 'Open the slot' },
  { needs: 'editor', action: 'remove', keys: ['Delete', 'Backspace'], title: 'Remove' },
];

/** What a mouse or a finger can do to a ring. */
export const RING_GESTURES: readonly {
  readonly needs?: RingNeed;
  readonly gesture: string;
  readonly title: string;
}[] = [
  { gesture: 'Tap', title: 'Mute' },
  { gesture: 'Tap twice', title: 'Solo' },
  { gesture: 'Drag out or in', title: 'Gain' },
  { needs: 'pitch', gesture: 'Drag round', title: 'Pitch' },
  { needs: 'editor', gesture: 'Flick clockwise', title: 'Swap for the next loop' },
  { needs: 'editor', gesture: 'Flick anticlockwise', title: 'Swap for a random loop' },
  { needs: 'editor', gesture: 'Hold, or right-click', title: 'Open the slot' },
  { needs: 'editor', gesture: 'Pull off', title: 'Remove' },
  { gesture: 'Shift and wheel', title: 'Gain' },
];
