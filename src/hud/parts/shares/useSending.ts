import { useCallback, useState } from 'react';

export interface Sending {
  isSending: boolean;
  /** Why the last attempt failed, for people; empty when it did not. */
  failure: string;
  /** Does something that takes a while. @returns whether it worked; a failure is kept, not thrown */
  send(work: () => Promise<unknown>): Promise<boolean>;
}

/** Something that is sent by a button: under way, failed with a sentence, and tried again. */
export function useSending(): Sending {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const send = useCallback(async (work: () => Promise<unknown>) => {
    setSending(true);
    setFailure('');
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Request error');
      return false;
    } finally {
      setSending(false);
    }
  }, []);
  return { isSending, failure, send };
}
