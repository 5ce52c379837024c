import { restPiece } from '../page/lazyPiece.tsx';

/** The peaks of a rifff, once the first sound has come: what holds them stands without them. */
export const LaterPeaks = restPiece(async () => (await import('./RifffPeaks.tsx')).RifffPeaks);
