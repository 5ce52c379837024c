import { useEffect, useRef } from 'react';
import { takeNewVersion } from '../../../data/stores/newVersion.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useIsSounding } from '../../parts/page/useIsSounding.ts';

/** Where it was not taken up, it is said again after this. */
const AGAIN_MS = 600_000;

/** Says that a newer build is here, once nothing plays and nothing is being recorded: a reload would end either. */
export function NewVersionNotice() {
  const saidMs = useRef(0);
  const isBusy = useIsSounding();
  useEffect(() => {
    if (isBusy || Date.now() - saidMs.current < AGAIN_MS) return;
    saidMs.current = Date.now();
    notify('A new version is here.', { title: 'Reload', run: takeNewVersion });
  }, [isBusy]);
  return null;
}
