import { useState } from 'react';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { TextField } from '../../system/TextField.tsx';
import { Part } from '../Part.tsx';
import styles from './Sections.module.css';

const PARAGRAPHS = Array.from(
  { length: 14 },
  (_, at) =>
    `Line ${at + 1} of a text that is longer than the window is high, so that only this part of it scrolls.`,
);

/** Windows over the page. */
export function DialogsSection() {
  const [open, setOpen] = useState<'none' | 'small' | 'wide'>('none');
  const close = (isOpen: boolean) => !isOpen && setOpen('none');
  const done = (
    <>
      <Button variant="filled" onClick={() => setOpen('none')}>
        Share
      </Button>
      <Button onClick={() => setOpen('none')}>Not now</Button>
    </>
  );
  return (
    <>
      <Part
        title="Dialog"
        text="Holds the focus, closes on Escape and beside it, and gives the focus back. In a narrow window it is a sheet from below."
      >
        <Button onClick={() => setOpen('small')}>Open a dialog</Button>
        <Dialog
          isOpen={open === 'small'}
          onOpenChange={close}
          title="Share this rifff"
          description="It stands in the feed, and anyone can answer it."
          actions={done}
        >
          <TextField label="Title" defaultValue="Late shift" />
        </Dialog>
      </Part>
      <Part
        title="Wide dialog"
        text="For what needs room. Its head and foot stay while the middle scrolls."
      >
        <div className={styles.row}>
          <Button onClick={() => setOpen('wide')}>Open a wide dialog</Button>
        </div>
        <Dialog
          isOpen={open === 'wide'}
          onOpenChange={close}
          title="Everything that there is to know about a rifff before it goes out into the world"
          isWide
          actions={done}
        >
          {PARAGRAPHS.map((text) => (
            <p key={text} style={{ paddingBlock: 8 }}>
              {text}
            </p>
          ))}
        </Dialog>
      </Part>
    </>
  );
}
