/** Saved looks for the tests of their pages. */
import type { SavedLook } from '../../src/data/contract/savedLooks.ts';

/** A public look that ada made. @param change what differs from it */
export const savedLookOf = (id: string, change: Partial<SavedLook> = {}): SavedLook => ({
  id,
  document: {
    v: 1,
    name: `Look ${id}`,
    ground: 'paper',
    layers: [{ source: 'rings', drawn: 'dots', size: 1000, wedges: 1, part: 0 }],
    mods: [],
    choices: [],
  },
  access: 'public',
  user: 'ada',
  displayName: 'Ada',
  created: 1_700_000_000_000,
  changed: 1_700_000_000_000,
  makers: [],
  jamCount: 0,
  mayEdit: false,
  ...change,
});
