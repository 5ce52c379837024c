/** Shares for tests. */
import type { SharedRifff } from '../../src/data/contract/sharing.ts';
import { createDraft } from '../../src/data/rules/draft/draft.ts';

/** A public share of an empty rifff. */
export function shareOf(id: string, change: Partial<SharedRifff> = {}): SharedRifff {
  const rifff = { ...createDraft('mira', 2, 0), _id: `rifff-${id}`, jamId: 'mira' };
  return {
    _id: id,
    doc_id: rifff._id,
    jamId: 'mira',
    type: 'SharedRifff',
    rifff,
    title: `Rifff ${id}`,
    user: 'mira',
    displayName: 'Mira',
    isDemo: false,
    creators: ['mira'],
    private: false,
    license: 'all-rights-reserved',
    image: true,
    image_url: `/media/covers/${id}.png`,
    react_counts: { like: 0 },
    commentCount: 0,
    action_timestamp: 1_700_000_000_000,
    action_timestamp_iso: '2023-11-14T22:13:20.000Z',
    liked_by_current_user: false,
    ...change,
  };
}
