import { notify } from '../../../data/stores/ui.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Form.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { Part } from '../Part.tsx';
import styles from './Sections.module.css';

const LONG =
  'This rifff was sent to a room that was closed meanwhile: it is kept on this device, and goes out as soon as the room is open again.';

/** What the app says. */
export function NoticesSection() {
  return (
    <>
      <Part
        title="Notice"
        text="Stands for six seconds, longer under a pointer or the focus, and is said to screen readers. Two lines at most."
      >
        <div className={styles.row}>
          <Button onClick={() => notify('Link copied')}>Say something</Button>
          <Button onClick={() => notify('Vocals removed', 'undo')}>Say it with a way back</Button>
          <Button onClick={() => notify(LONG)}>Say a lot</Button>
        </div>
      </Part>
      <Part
        title="Trouble"
        text="What is wrong with a form as a whole, above its button. It is paper and words: there is no red."
      >
        <div className={styles.column}>
          <Trouble title="The server could not be reached. What you typed is still here." />
          <Trouble
            title="Two things are missing"
            items={['A name that others can read', 'Your agreement to the terms']}
            more="Nothing was sent."
          />
        </div>
      </Part>
      <Part
        title="Empty and failed"
        text="What stands where a list would: why it is empty, and what leads on."
      >
        <ListState title="Nothing shared yet" action={<Button to="/jam">Make one</Button>}>
          What you share stands here, newest first.
        </ListState>
        <FailedState isOffline={false} what="The feed" onRetry={() => notify('Tried again')} />
      </Part>
      <Part
        title="Small empty and failed"
        text="The same in a column, or under a heading of its own."
      >
        <div className={styles.column}>
          <ListState
            isSmall
            title="Nothing matches"
            action={<Button size="sm">Show everything</Button>}
          >
            Take a filter away, or search for less.
          </ListState>
          <FailedState isSmall isOffline what="This panel" onRetry={() => notify('Tried again')} />
        </div>
      </Part>
    </>
  );
}
