import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { Profile } from '../../../data/contract/accounts.ts';
import { MAX_AVATAR_BYTES, removeAvatar, uploadAvatar } from '../../../data/queries/account.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Avatar } from '../../system/Avatar.tsx';
import { Button, buttonClass } from '../../system/Button.tsx';
import { Trouble } from '../../system/Form.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { FormSection } from '../forms/FormSection.tsx';
import { useSave } from '../useSave.ts';
import styles from './ProfileForms.module.css';

/** An address of a file that was chosen, for as long as it is shown. */
function useFileAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** What is wrong with a chosen file, as far as it can be told before it is sent; '' for nothing. */
function complaintOf({ name, size, type }: File): string {
  if (!TYPES.includes(type)) {
    return `“${name}” is no picture of a kind that can be used: PNG, JPEG, WebP, GIF or AVIF.`;
  }
  return size > MAX_AVATAR_BYTES ? `“${name}” is larger than 5 MB.` : '';
}

/** The picture of the account: chosen, looked at, then sent. */
export function PictureField({ profile }: { profile: Profile }) {
  const id = useId();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState('');
  const preview = useFileAddress(file);
  const { isBusy, trouble, run, forget } = useSave(async (chosen: File | null) => {
    if (chosen) await uploadAvatar(profile.user_id, chosen);
    else await removeAvatar();
    await queries.invalidateQueries({ queryKey: ['profile'] });
    setFile(null);
    notify(chosen ? 'Your picture is there.' : 'Your picture is gone.');
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const found = complaintOf(chosen);
    setComplaint(found);
    forget();
    // What was chosen before stays.
    if (!found) setFile(chosen);
  };

  return (
    <FormSection
      title="Picture"
      text="At most 5 MB, cut to a square. Without one your initial stands in."
    >
      <Trouble title={complaint || trouble.replace(/^image:/, 'The file')} />
      <div className={styles.picture}>
        <Avatar name={profile.displayName} src={preview ?? profile.avatarUrl} size={96} />
        <div className={styles.actions}>
          <span>
            <input
              id={id}
              className={styles.file}
              type="file"
              accept={TYPES.join(',')}
              onChange={(event) => {
                choose(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <label htmlFor={id} className={buttonClass('sm', 'outlined')}>
              {profile.avatarUrl || file ? 'Choose another' : 'Choose a picture'}
            </label>
          </span>
          {file && (
            <>
              <Button size="sm" variant="filled" aria-busy={isBusy} onClick={() => void run(file)}>
                {isBusy ? <Spinner size={18} /> : 'Use this one'}
              </Button>
              <Button size="sm" variant="bare" onClick={() => setFile(null)}>
                Leave it
              </Button>
            </>
          )}
          {!file && profile.avatarUrl && (
            <Button size="sm" variant="bare" aria-busy={isBusy} onClick={() => void run(null)}>
              {isBusy ? <Spinner size={18} /> : 'Remove picture'}
            </Button>
          )}
        </div>
      </div>
    </FormSection>
  );
}
