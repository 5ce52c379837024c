import { useRef } from 'react';
import { Link } from 'react-router';
import { MAX_BAR_LENGTH_16THS, MIN_BAR_LENGTH_16THS } from '../../../data/contract/constants.ts';
import type { JamAccess } from '../../../data/contract/jams.ts';
import { useRoomChanges } from '../../../data/queries/rooms.ts';
import { wholeNumber } from '../../../data/rules/account/validation.ts';
import { accessText, roomName } from '../../../data/rules/jam/lobby.ts';
import { notify } from '../../../data/stores/ui.ts';
import { FormSwitch } from '../../kit/choices.tsx';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { PlaceFields } from '../../kit/PlaceFields.tsx';
import { CollectibleChoice } from '../../parts/market/collectibleJam.tsx';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import type { RoomDialogProps } from './InviteDialog.tsx';
import styles from './Room.module.css';

const ACCESS = [
  { value: 'public', title: 'Open', text: accessText('public') },
  { value: 'link', title: 'By link', text: accessText('link') },
  { value: 'private', title: 'Private', text: accessText('private') },
] as const;

/** Name, access, metre, cover and rights of guests of a room. For its owner and moderators. */
export function SettingsDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Settings of the room">
      <Settings jam={jam} onDone={() => onOpenChange(false)} />
      <CollectibleChoice jam={jam} />
      <Cover jam={jam} />
    </Dialog>
  );
}

interface RoomValues {
  name: string;
  description: string;
  access: JamAccess;
  barLength: string;
  guests: RoomDialogProps['jam']['guests'];
}

/** The form; made anew whenever the dialog opens. */
function Settings({ jam, onDone }: { jam: RoomDialogProps['jam']; onDone(): void }) {
  const { change } = useRoomChanges(jam.id);
  const { club, name, description, access, guests } = jam;
  const form = useEntityForm<RoomValues>({
    mode: 'onSubmit',
    start: { name, description, access, guests, barLength: String(jam.barLength) },
    send: async (values) => {
      const barLength = Number(values.barLength);
      const isOfRoom = {
        name: values.name.trim(),
        description: values.description.trim(),
        access: values.access,
        guests: values.guests,
      };
      // Everything else of a channel is changed where its club is.
      await change.mutateAsync(club ? { barLength } : { ...isOfRoom, barLength });
      notify('Saved.');
      onDone();
    },
  });
  const isPrivate = form.watch('access') === 'private';
  return (
    <EntityForm form={form} className={styles.form} action="Save">
      {club ? (
        <p className="muted">
          What it is called and who hears it is changed by its owner in the club{' '}
          <Link to={`/club/${club.id}`} className={styles.clubLink}>
            {club.name}
          </Link>
          .
        </p>
      ) : (
        <PlaceFields nameRule={roomName} legend="Who may come" choices={ACCESS} />
      )}
      <FormTextField<RoomValues>
        name="barLength"
        label="Sixteenths in a bar"
        inputMode="numeric"
        hint="Of new rifffs: 16 is 4/4, 12 is 3/4."
        rule={(text) => wholeNumber(text, MIN_BAR_LENGTH_16THS, MAX_BAR_LENGTH_16THS)}
      />
      {!club && (
        <>
          <FormSwitch<RoomValues> name="guests.mayAnswer" disabled={isPrivate}>
            Guests may answer
          </FormSwitch>
          <FormSwitch<RoomValues> name="guests.mayChat" disabled={isPrivate}>
            Guests may talk
          </FormSwitch>
        </>
      )}
    </EntityForm>
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
      {jam.coverUrl && (
        <img
          className="rigid coverFit"
          src={jam.coverUrl}
          alt="Cover of the room"
          width="96"
          height="96"
        />
      )}
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
