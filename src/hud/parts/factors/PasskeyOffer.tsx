import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { keepText, keptText } from '../../../data/keptText.ts';
import { factorsQuery, refreshFactors } from '../../../data/queries/factors.ts';
import { commit } from '../../../data/stores/commit.ts';
import { showCodes } from '../../../data/stores/proof.ts';
import { notify } from '../../../data/stores/ui.ts';
import { readFailure, troubleOf } from '../../kit/useSave.ts';
import { useIsSounding } from '../page/useIsSounding.ts';
import { useIsPupil, useMember } from '../shares/useReader.ts';
import { useNoPasskeys } from './useNoPasskeys.ts';

/** That the offer was made on this device. */
const KEY = 'rondo/passkey-offer';

/**
 * Offers a passkey to a member without one, when a commit has arrived and nothing sounds any more. That is kept on this
 * device: it comes once, whatever the answer is.
 */
export function PasskeyOffer() {
  const queries = useQueryClient();
  const member = useMember();
  const { why } = useNoPasskeys();
  const hasCommitted = useSnapshot(commit).sent.length > 0;
  const isSounding = useIsSounding();
  const isPupil = useIsPupil();
  const isWanted =
    member !== '' && !isPupil && why === null && hasCommitted && keptText(KEY) === null;
  const { data } = useQuery({ ...factorsQuery, enabled: isWanted });
  const isDue = isWanted && !isSounding && data?.passkeys.length === 0;
  const wasSaid = useRef(false);
  useEffect(() => {
    if (!isDue || wasSaid.current) return;
    wasSaid.current = true;
    keepText(KEY, 'made');
    const add = async () => {
      try {
        const { addPasskey } = await import('../../../data/newPasskey.ts');
        const added = await addPasskey();
        if (!added) return;
        notify('The passkey is added. You can sign in with it now.');
        showCodes(added.recoveryCodes);
        await refreshFactors(queries);
      } catch (error) {
        const title = 'Sign-in';
        notify(troubleOf(readFailure(error)), { title, to: '/account?tab=sign-in' });
      }
    };
    notify('Sign in with one touch next time.', {
      title: 'Add a passkey',
      run: () => void add(),
      isQuestion: true,
    });
  }, [isDue, queries]);
  return null;
}
