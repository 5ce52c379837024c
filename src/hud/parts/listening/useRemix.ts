import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Rifff } from '../../../data/contract/rifff.ts';

/** Takes a rifff, as it is mixed now, into the editor. The draft before stays on the device. */
export function useRemix(): (mix: Rifff, title: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (mix: Rifff, title: string) => {
      const { remixIntoDraft } = await import('../../../data/stores/draft.ts');
      await remixIntoDraft(mix, title);
      await navigate('/jam');
    },
    [navigate],
  );
}
