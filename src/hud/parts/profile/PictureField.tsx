import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '../../../data/contract/accounts.ts';
import { MAX_AVATAR_BYTES, removeAvatar, uploadAvatar } from '../../../data/queries/account.ts';
import { notify } from '../../../data/stores/ui.ts';
import { PictureChoice } from '../forms/PictureChoice.tsx';
import { PersonAvatar } from '../people/PersonAvatar.tsx';

/** The picture of the account. */
export function PictureField({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  return (
    <PictureChoice
      title="Picture"
      text="At most 5 MB, cut to a square. Without one your initial stands in."
      src={profile.avatarUrl}
      maxBytes={MAX_AVATAR_BYTES}
      preview={(src) => (
        <PersonAvatar userId={profile.user_id} name={profile.displayName} src={src} size={96} />
      )}
      save={async (file) => {
        if (file) await uploadAvatar(profile.user_id, file);
        else await removeAvatar();
        await queries.invalidateQueries({ queryKey: ['profile'] });
        notify(file ? 'Your picture is there.' : 'Your picture is gone.');
      }}
    />
  );
}
