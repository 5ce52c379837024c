/** Parts of the studio whose code comes after the rings, or when they are opened. */
import type { ComponentType } from 'react';
import { putDrawerAway, toggleDrawer } from '../../../data/stores/drawers.ts';
import { openPanel } from '../../../data/stores/ui.ts';
import { restTurn } from '../../parts/page/firstSound.ts';
import { lazyPiece, restPiece } from '../../parts/page/lazyPiece.tsx';
import type { ChatPanelProps } from '../chat/ChatPanel.tsx';
import type { HistoryProps } from '../history/map/historyProps.ts';
import type { SidePart } from './surfaceParts.ts';

const make = lazyPiece<object>(
  'The loops',
  async () => (await import('../pool/MakePart.tsx')).MakePart,
  () => putDrawerAway('loops'),
);
const slots = lazyPiece<object>(
  'The slots',
  async () => (await import('../slots/SlotList.tsx')).Slots,
  () => putDrawerAway('slots'),
);

/** A drawer's part that comes after the rings, so that it is there when the network has gone. */
function afterRings<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  putAway: () => void,
): ComponentType<Props> {
  const { Piece, prefetch } = lazyPiece<Props>(
    what,
    () => restTurn().then(load),
    () => {
      putAway();
      openPanel('none');
    },
  );
  void restTurn().then(prefetch);
  return Piece;
}

/** What is said in a jam. */
export const Talk = afterRings<ChatPanelProps>(
  'The talk',
  async () => (await import('../chat/ChatPanel.tsx')).ChatPanel,
  () => putDrawerAway('talk'),
);

/** The map of a jam's rifffs. */
export const LaterHistory = afterRings<HistoryProps>(
  'The history',
  async () => (await import('../history/History.tsx')).History,
  () => toggleDrawer('history'),
);

/** The tracks of a jam. */
export const LaterTracks = restPiece(async () => (await import('../jam/JamTracks.tsx')).JamTracks);

/** Under the rings of a narrow window. */
export const NarrowMaking = restPiece(
  async () => (await import('../narrow/NarrowMaking.tsx')).NarrowMaking,
);

export const LOOPS_PART: SidePart = { id: 'loops', title: 'Make', content: <make.Piece /> };
export const SLOTS_PART: SidePart = { id: 'slots', title: 'Slots', content: <slots.Piece /> };
