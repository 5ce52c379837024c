/** Pages that play something before their code has come: what they keep free for it, with a disc that can be tapped. */

import { ListenSkeleton } from '../../hud/listen/ListenSkeleton.tsx';
import { JamSkeleton } from '../../hud/studio/jam/JamSkeleton.tsx';
import { FirstDisc } from './FirstPaint.tsx';

/** `/listen`. */
export function FirstListen() {
  return <ListenSkeleton disc={<FirstDisc />} />;
}

/** `/jams/{id}`: the same for every jam, since the server does not know who asks for the document. */
export function FirstJam() {
  return <JamSkeleton disc={<FirstDisc />} />;
}
