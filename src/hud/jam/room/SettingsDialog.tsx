import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { MAX_BAR_LENGTH_16THS, MIN_BAR_LENGTH_16THS } from '../../../data/contract/constants.ts';
import type { JamAccess } from '../../../data/contract/jams.ts';
import { useRoomChanges } from '../../../data/queries/rooms.ts';
import { accessText } from '../../../data/rules/jam/lobby.ts';
import { notify } from '../../../data/stores/ui.ts';
import { CollectibleChoice } from '../../parts/market/collectibleJam.tsx';
import { readFailure, troubleOf } from '../../parts/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { RadioRows } from '../../system/RadioRows.tsx';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { Switch } from '../../system/Switch.tsx';
import { TextArea, TextField } from '../../system/TextField.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';

const ACCESS = [
  { value: 'public', title: 'Open', text: accessText('public') },
  { value: 'link', title: 'By link', text: accessText('link') },
  { value: 'private', title: 'Private', text: accessText('private') },
] as const;

/** What a room is called, who may come, its metre, its cover and what guests may. For whoever keeps order in it. */
export function SettingsDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Settings of the room">
      <Settings jam={jam} onDone={() => onOpenChange(false)} />
      <CollectibleChoice jam={jam} />
      <Cover jam={jam} />
    </Dialog>
  );
}

/** The form; made anew whenever the dialog opens. */
function Settings({ jam, onDone }: { jam: RoomDialogProps['jam']; onDone(): void }) {
  const { change } = useRoomChanges(jam.id);
  const [name, setName] = useState(jam.name);
  const [description, setDescription] = useState(jam.description);
  const [access, setAccess] = useState<JamAccess>(jam.access);
  const [metre, setMetre] = useState(String(jam.barLength));
  const [guests, setGuests] = useState(jam.guests);
  const [hasTried, setTried] = useState(false);
  const isNameless = name.trim() === '';
  const barLength = Number(metre);
  const isMetre =
    /^\d{1,2}$/.test(metre.trim()) &&
    barLength >= MIN_BAR_LENGTH_16THS &&
    barLength <= MAX_BAR_LENGTH_16THS;
  const { club } = jam;
  const submit = () => {
    setTried(true);
    if (isNameless || !isMetre || change.isPending) return;
    const isOfRoom = { name: name.trim(), description: description.trim(), access, guests };
    change.mutate(
      // Everything else of a channel is changed where its club is.
      club ? { barLength } : { ...isOfRoom, barLength },
      {
        onSuccess: () => {
          notify('Saved.');
          onDone();
        },
      },
    );
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Trouble title={change.error ? troubleOf(readFailure(change.error)) : ''} />
      {club ? (
        <p className="muted">
          What it is called and who hears it is changed by its owner in the club{' '}
          <Link to={`/club/${club.id}`} className={styles.clubLink}>
            {club.name}
          </Link>
          .
        </p>
      ) : (
        <>
          <TextField
            label="Name"
            value={name}
            maxLength={60}
            error={hasTried && isNameless ? 'A room needs a name' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextArea
            label="What it is about (optional)"
            rows={3}
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <RadioRows<JamAccess>
            legend="Who may come"
            rows={ACCESS}
            value={access}
            onChange={setAccess}
          />
        </>
      )}
      <TextField
        label="Sixteenths in a bar"
        inputMode="numeric"
        value={metre}
        hint="Of new rifffs: 16 is 4/4, 12 is 3/4."
        error={
          hasTried && !isMetre
            ? `A whole number from ${MIN_BAR_LENGTH_16THS} to ${MAX_BAR_LENGTH_16THS}`
            : undefined
        }
        onChange={(event) => setMetre(event.currentTarget.value)}
      />
      {!club && (
        <>
          <Switch
            isOn={guests.mayAnswer}
            disabled={access === 'private'}
            onChange={(mayAnswer) => setGuests({ ...guests, mayAnswer })}
          >
            Guests may answer
          </Switch>
          <Switch
            isOn={guests.mayChat}
            disabled={access === 'private'}
            onChange={(mayChat) => setGuests({ ...guests, mayChat })}
          >
            Guests may talk
          </Switch>
        </>
      )}
      <div>
        <SubmitButton isBusy={change.isPending}>Save</SubmitButton>
      </div>
    </form>
  );
}

/** The picture that stands for the room where its rings do not. */
function Cover({ jam }: Pick<RoomDialogProps, 'jam'>) {
  const { cover } = useRoomChanges(jam.id);
  const input = useRef<HTMLInputElement>(null);
  const run = (image: Blob | null) => {
    if (!cover.isPending) cover.mutate(image, { onSuccess: () => notify('The cover is changed.') });
  };
  return (
    <section className={styles.cover} aria-label="Cover">
      {jam.coverUrl && <img src={jam.coverUrl} alt="Cover of the room" width="96" height="96" />}
      <div className={styles.form}>
        <p className="muted">
          {jam.coverUrl
            ? 'The cover of the room.'
            : 'Without a cover, the rings of the newest rifff are its picture.'}
        </p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) run(file);
          }}
        />
        <div className="row wrap gap8">
          <Button size="sm" aria-disabled={cover.isPending} onClick={() => input.current?.click()}>
            {cover.isPending ? 'Sending' : jam.coverUrl ? 'Another picture' : 'Choose a picture'}
          </Button>
          {jam.coverUrl && (
            <Button size="sm" variant="bare" onClick={() => run(null)}>
              Remove it
            </Button>
          )}
        </div>
        {cover.error && <p role="alert">That did not work: {cover.error.message}</p>}
      </div>
    </section>
  );
}
