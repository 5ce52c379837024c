import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import type { ClassPage, Pupil } from '../../data/contract/classes.ts';
import { exportClass, useClassDeeds } from '../../data/queries/classes.ts';
import { freshCards, showCards } from '../../data/stores/freshCards.ts';
import { notify } from '../../data/stores/ui.ts';
import { Section } from '../kit/Section.tsx';
import { useSave } from '../kit/useSave.ts';
import styles from '../parts/forms/FormSection.module.css';
import { saveFile } from '../parts/media/saveFile.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import { Trouble } from '../system/Submit.tsx';
import { Switch } from '../system/Switch.tsx';
import { CardSheet } from './CardSheet.tsx';
import { type Asked, ClassQuestion } from './ClassQuestion.tsx';
import { PupilRows } from './PupilRows.tsx';

/** Stops all sound of a class, says so in large letters, and lets it be played again. */
function PauseLine({ isPaused, onChange }: { isPaused: boolean; onChange(is: boolean): void }) {
  return (
    <div className="row wrap gap16 below24">
      {isPaused && (
        <p className="t40" role="status">
          All sound of the class is stopped
        </p>
      )}
      <Button
        variant="filled"
        size={isPaused ? 'md' : 'sm'}
        icon={isPaused ? 'play' : 'pause'}
        onClick={() => onChange(!isPaused)}
      >
        {isPaused ? 'Go on' : 'Stop all sound'}
      </Button>
    </div>
  );
}

/** `/classes/{id}`: who is where, and everything that a teacher decides for a class. */
export function ClassRoom({ page }: { page: ClassPage }) {
  const { id, name, members, isOpen, isPaused, here, clubId } = page;
  const text = useRegionText();
  const navigate = useNavigate();
  const deeds = useClassDeeds(id);
  const { classId, cards } = useSnapshot(freshCards);
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useSave((body: Parameters<typeof deeds.change>[0]) => deeds.change(body));
  const mute = useSave(({ userId, isMuted }: Pupil) =>
    deeds.changePupil(userId, { isMuted: !isMuted }),
  );
  const download = useSave(async () => {
    saveFile(`rondo-class-${id}.tar`, await exportClass(id, () => {}));
    notify(`Everything of ${name} is in your downloads.`);
  });
  const items: MenuItem[] = [
    {
      id: 'rename',
      title: 'Rename the class',
      icon: 'edit',
      run: () => setAsked({ deed: 'name' }),
    },
    {
      id: 'cards',
      title: 'New cards for all',
      icon: 'reset',
      disabled: members.length === 0,
      run: () => setAsked({ deed: 'cards' }),
    },
    {
      id: 'end',
      title: 'End all cards and sign out',
      icon: 'close',
      disabled: members.length === 0,
      run: () => setAsked({ deed: 'end cards' }),
    },
    {
      id: 'download',
      title: 'Download everything',
      icon: 'download',
      run: () => void download.run(undefined),
    },
    { kind: 'rule', id: 'rule' },
    { id: 'delete', title: 'Delete the class', icon: 'bin', run: () => setAsked({ deed: 'end' }) },
  ];
  if (classId === id) return <CardSheet of={page} cards={cards} />;
  return (
    <>
      <PauseLine isPaused={isPaused} onChange={(is) => void change.run({ isPaused: is })} />
      <div className="row wrap gap8 below16">
        <Button size="sm" icon="plus" onClick={() => setAsked({ deed: 'add' })}>
          Add pupils
        </Button>
        <Button size="sm" to={`/club/${clubId}`}>
          To the club
        </Button>
        <Menu
          label={name}
          items={items}
          trigger={<IconButton icon="more" label="More about the class" variant="outlined" />}
        />
        {download.isBusy && (
          <span className="muted" role="status">
            Downloading. Stay on this page until it is saved.
          </span>
        )}
      </div>
      <Trouble title={change.trouble || mute.trouble || download.trouble} />
      <div className={`below24 ${styles.measure}`}>
        <Switch
          isOn={isOpen}
          onChange={(is) => void change.run({ isOpen: is })}
          hint="Then they read and hear what everyone may. They still write nothing there, and are not seen."
        >
          The public side is open to the class
        </Switch>
      </div>
      <Section
        id="pupils"
        title={`${text.count(members.length, 'pupil')}${here > 0 ? `, ${here} here now` : ''}`}
        space="below16"
      >
        <PupilRows
          pupils={members}
          onMute={(pupil) => void mute.run(pupil)}
          onAsk={(deed, pupil) => setAsked({ deed, pupil })}
        />
      </Section>
      {asked && (
        <ClassQuestion
          page={page}
          asked={asked}
          deeds={deeds}
          onCards={(made) => showCards(id, made)}
          onGone={() => {
            notify(`${name} is deleted, with the accounts of its pupils.`);
            void navigate('/classes', { replace: true });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
