/** Parts of the studio whose code comes after the rings, or when they are opened. */
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

/** What is said in a jam. */
const talk = lazyPiece<ChatPanelProps>(
  'The talk',
  async () => {
    await restTurn();
    return (await import('../chat/ChatPanel.tsx')).ChatPanel;
  },
  () => {
    putDrawerAway('talk');
    openPanel('none');
  },
);
export const Talk = talk.Piece;

/** The map of a jam's rifffs. */
const history = lazyPiece<HistoryProps>(
  'The history',
  async () => {
    await restTurn();
    return (await import('../history/History.tsx')).History;
  },
  () => {
    toggleDrawer('history');
    openPanel('none');
  },
);
export const LaterHistory = history.Piece;
// A drawer that is opened when the network has gone has them too.
void restTurn().then(() => Promise.all([talk.prefetch(), history.prefetch()]));

/** The tracks of a jam. */
export const LaterTracks = restPiece(async () => (await import('../jam/JamTracks.tsx')).JamTracks);

/** Under the rings of a narrow window. */
export const NarrowMaking = restPiece(
  async () => (await import('../narrow/NarrowMaking.tsx')).NarrowMaking,
);

export const LOOPS_PART: SidePart = { id: 'loops', title: 'Make', content: <make.Piece /> };
export const SLOTS_PART: SidePart = { id: 'slots', title: 'Slots', content: <slots.Piece /> };
