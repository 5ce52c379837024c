import { useEffect, useRef, useState } from 'react';
import { signInBy } from '../../data/auth.ts';
import type { PasskeyResponse } from '../../data/contract/factors.ts';
import {
  passkeyLogin,
  passkeyLoginOptions,
  showPasskey,
  stopAsking,
  suggestedPasskey,
} from '../../data/passkeys.ts';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';

/** Options are good for five minutes: while the page is there, new ones are asked for before. */
const RENEW_MS = 4.5 * 60_000;

/** A person is not quicker than this. */
const LEAST_MS = 1000;

interface PasskeyLoginProps {
  /** Host name that passkeys of this server are for. */
  host: string;
  /** What went wrong, in a sentence; '' when another try begins. */
  onTrouble(trouble: string): void;
}

/**
 * Signing in with a passkey: a button, and what the browser suggests in the field for the name for as long as this is
 * shown. The button takes over from the suggestions, which come back when nothing came of it.
 */
export function PasskeyLogin({ host, onTrouble }: PasskeyLoginProps) {
  const [isBusy, setBusy] = useState(false);
  /** A question that a person began, or its answer on its way to the server: no suggestion may end it. */
  const isTaken = useRef(false);
  const tell = useRef(onTrouble);
  tell.current = onTrouble;
  const suggest = useRef<() => void>(() => {});

  const take = async (ask: () => Promise<PasskeyResponse | null>) => {
    isTaken.current = true;
    setBusy(true);
    tell.current('');
    try {
      const response = await ask();
      if (response) return await signInBy(() => passkeyLogin(response, host));
    } catch (error) {
      tell.current(troubleOf(readFailure(error), 'Signing in failed. Please try again.'));
    } finally {
      isTaken.current = false;
      setBusy(false);
    }
    suggest.current();
  };
  const taking = useRef(take);
  taking.current = take;

  useEffect(() => {
    let isOver = false;
    let round = 0;
    suggest.current = async () => {
      if (isOver || isTaken.current) return;
      round += 1;
      const mine = round;
      // Without an answer there are no suggestions; the button says what is wrong.
      const options = await passkeyLoginOptions().catch(() => null);
      if (!options || isOver || isTaken.current || mine !== round) return;
      const beganMs = performance.now();
      const response = await suggestedPasskey(options);
      if (isOver || isTaken.current || mine !== round) return;
      if (response) void taking.current(async () => response);
      // It was chosen, and then not wanted. A browser that suggests no passkeys says so at once.
      else if (performance.now() - beganMs > LEAST_MS) suggest.current();
    };
    suggest.current();
    const timer = setInterval(() => suggest.current(), RENEW_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      stopAsking();
    };
  }, []);

  return (
    <Button
      aria-busy={isBusy}
      onClick={() => {
        if (!isTaken.current) void take(async () => showPasskey(await passkeyLoginOptions()));
      }}
    >
      {isBusy && <Spinner size={18} />}
      Sign in with a passkey
    </Button>
  );
}
