import { useEffect, useRef, useState } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { DraftDocument } from '../../../data/device.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { deviceId } from '../../../data/sync/account.ts';
import { formatBpm, formatCount } from '../../parts/controls/format.ts';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import styles from '../surface/Surface.module.css';

const DISC_PX = 48;

interface KeptRowProps {
  rifff: Rifff;
  title: string;
  /** What else is to be said, in a line. */
  more: string;
  /** It is what the editor shows. */
  isOpen?: boolean;
  onOpen(): void;
}

/** A rifff that this device keeps: its emblem, what it is called, and the way into the editor. */
export function KeptRow({ rifff, title, more, isOpen, onOpen }: KeptRowProps) {
  return (
    <button
      type="button"
      className={styles.open}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <RifffDisc rifff={rifff} sizePx={DISC_PX} />
      <span className="fill">
        <span className={`block medium ${isOpen ? 'thickUnderline' : ''} hoverThick truncate`}>
          {title}
        </span>
        <span className="block muted t13">{more}</span>
      </span>
    </button>
  );
}

/** How loud the words are that a draft is known by. */
export function draftTitle({ from, rifff }: Pick<DraftDocument, 'from' | 'rifff'>): string {
  if (from) return `From ${from}`;
  return usedSlots(rifff) === 0 ? 'An empty draft' : 'A rifff of your own';
}

interface DraftRowProps {
  draft: DraftDocument;
  isOpen: boolean;
  onOpen(): void;
  onRemove(): void;
}

/** A draft, with the way to be rid of it, which is asked for twice. */
export function DraftRow({ draft, isOpen, onOpen, onRemove }: DraftRowProps) {
  const text = useRegionText();
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const bin = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) bin.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const { rifff, updated, device, copyOf } = draft;
  const isElsewhere = device !== undefined && device !== deviceId();
  const title = draftTitle(draft);
  const more = [
    isOpen && 'open now',
    formatCount(usedSlots(rifff), 'loop'),
    `${formatBpm(rifff.state.bps)} BPM`,
    text.age(updated),
    copyOf && 'changed on two devices',
    isElsewhere && 'from your other device',
  ];
  return (
    <li className={styles.draftsRow}>
      <KeptRow
        rifff={rifff}
        title={title}
        more={more.filter(Boolean).join(', ')}
        isOpen={isOpen}
        onOpen={onOpen}
      />
      {isAsking ? (
        <span className={`flex gap4 rigid ${styles.asking}`}>
          <Button size="sm" onClick={onRemove} aria-label={`Remove for good: ${title}`}>
            Remove for good
          </Button>
          <Button ref={keep} size="sm" variant="bare" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </span>
      ) : (
        !isOpen && (
          <IconButton
            ref={bin}
            icon="bin"
            label={`Remove: ${title}`}
            onClick={() => setAsking(true)}
          />
        )
      )}
    </li>
  );
}
