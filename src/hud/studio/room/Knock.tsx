import { useState } from 'react';
import { ApiError } from '../../../data/contract/errors.ts';
import { notify } from '../../../data/stores/ui.ts';
import page from '../../parts/Page.module.css';
import { useReader } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import { useLine } from './RoomLine.tsx';

/** Text for a person whose knock was refused. */
function troubleOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'That did not work. Try again in a moment.';
  if (error.code === 'too_many_requests') {
    return 'You asked a moment ago: once a minute is enough.';
  }
  return error.status === 0 ? 'The line is down: try again in a moment.' : error.message;
}

/** Asks the people in the room for an answer. */
export function Knock() {
  const { link } = useLine();
  const reader = useReader();
  const [isAsking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState('');
  if (reader === '') return null;
  const knock = async () => {
    if (!link || isAsking) return;
    setAsking(true);
    setTrouble('');
    try {
      await link.knock();
      notify('Everybody here was told that you would like an answer.');
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div>
      <Button size="xs" aria-disabled={isAsking || !link} onClick={() => void knock()}>
        Ask for an answer
      </Button>
      {trouble && (
        <p className={`${page.padAbove8} t13`} role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}
