/** Drawers of making in a jam: their code comes when they are opened. */
import { toggleDrawer } from '../../../data/stores/drawers.ts';
import { lazyComponent, lazyPiece } from '../../parts/page/lazyPiece.tsx';
import type { SidePart } from './Surface.tsx';

const make = lazyPiece<object>(
  'The loops',
  async () => (await import('../pool/MakePart.tsx')).MakePart,
  () => toggleDrawer('loops'),
);
const slots = lazyPiece<object>(
  'The slots',
  async () => (await import('../slots/SlotList.tsx')).Slots,
  () => toggleDrawer('slots'),
);

/** Under the rings of a narrow window. */
export const { Piece: NarrowMaking } = lazyComponent(
  async () => (await import('../narrow/NarrowMaking.tsx')).NarrowMaking,
);

export const LOOPS_PART: SidePart = { id: 'loops', title: 'Make', content: <make.Piece /> };
export const SLOTS_PART: SidePart = { id: 'slots', title: 'Slots', content: <slots.Piece /> };
