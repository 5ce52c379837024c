import { MakeTabs } from '../make/MakeTabs.tsx';
import { Pool } from './Pool.tsx';

/** What makes a rifff: the loops of the library, and the ways to make one. */
export function MakePart() {
  return (
    <MakeTabs>
      <Pool />
    </MakeTabs>
  );
}
