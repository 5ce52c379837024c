import { useMutation } from '@tanstack/react-query';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { exportClub } from '../../data/queries/clubs.ts';
import { notify } from '../../data/stores/ui.ts';
import { saveFile } from '../parts/media/saveFile.ts';

/** Downloads everything of a club that the reader may read, as one file. */
export function useDownload({ id, name }: Pick<ClubPage, 'id' | 'name'>) {
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => exportClub(id),
    onSuccess: (everything) => {
      const text = JSON.stringify(everything, null, 2);
      saveFile(`rondo-${id}.json`, new Blob([text], { type: 'application/json' }));
      notify(`Everything of ${name} is in your downloads, as documents without sound.`);
    },
  });
  return {
    isPending,
    error,
    run: () => {
      if (!isPending) mutate();
    },
  };
}
