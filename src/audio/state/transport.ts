import { proxy } from 'valtio/vanilla';
import { merge } from './merge.ts';

type TransportStatus = 'playing' | 'paused' | 'stopped';
type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed';

interface TransportState {
  status: TransportStatus;
  isLooping: boolean;
  /** Has a gesture started the audio context? */
  isUnlocked: boolean;
  /** Is all sound stopped, and none begun, until it is let again? */
  isSilenced: boolean;
  /** The rifff that is heard or ready to be heard. */
  currentRifffId: string | null;
  /** The rifff that loads or waits for its boundary. */
  pendingRifffId: string | null;
  listIndex: number;
  listLength: number;
  load: LoadStatus;
  /** Loops loaded and to load for what is pending. */
  loadedLoops: number;
  totalLoops: number;
  /** A sentence for people, or null. */
  error: string | null;
  /** Slots whose loop could not be loaded. */
  failedSlots: number[];
  /** Id of the loop being auditioned, or null. */
  auditionLoopId: string | null;
}

/** Transport of the one engine. Written by the engine only. */
export const transport = proxy<TransportState>({
  status: 'stopped',
  isLooping: true,
  isUnlocked: false,
  isSilenced: false,
  currentRifffId: null,
  pendingRifffId: null,
  listIndex: -1,
  listLength: 0,
  load: 'idle',
  loadedLoops: 0,
  totalLoops: 0,
  error: null,
  failedSlots: [],
  auditionLoopId: null,
});

/** Merges a change into the transport, skipping fields that do not differ. */
export const patchTransport = (change: Partial<TransportState>): void => merge(transport, change);
