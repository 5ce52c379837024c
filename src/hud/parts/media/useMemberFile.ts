import { useEffect, useState } from 'react';
import { memberFile } from '../../../data/queries/tracks.ts';

/**
 * An address on this page of a file that only members get: fetched with the credential of this device, and let go with
 * the component.
 * @param url of the file; null asks for nothing
 * @returns `held` is null until the file is there; `isGone` says that it could not be fetched
 */
export function useMemberFile(url: string | null): { held: string | null; isGone: boolean } {
  const [held, setHeld] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (url === null) return;
    let address: string | null = null;
    let isHere = true;
    memberFile(url).then(
      (blob) => {
        if (!isHere) return;
        address = URL.createObjectURL(blob);
        setHeld(address);
      },
      () => isHere && setGone(true),
    );
    return () => {
      isHere = false;
      if (address) URL.revokeObjectURL(address);
      setHeld(null);
      setGone(false);
    };
  }, [url]);
  return { held, isGone };
}
