import { useState } from 'react';
import type { ClubPage } from '../../data/contract/clubs.ts';
import { type ClubPicture, useClubChanges } from '../../data/queries/clubChanges.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, SavedWord, useEntityForm } from '../kit/EntityForm.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { PictureChoice } from '../parts/forms/PictureChoice.tsx';
import pageStyles from '../parts/Page.module.css';
import { Avatar } from '../system/Avatar.tsx';
import { Button } from '../system/Button.tsx';
import { DeleteDialog } from './ClubAbout.tsx';
import styles from './ClubRoom.module.css';
import { ClubFields, type ClubValues } from './NewClubDialog.tsx';

const MAX_PICTURE_BYTES = 5 * 1024 ** 2;

/** What a club is called, shows and who comes in; its end. Each part is saved by itself. */
export function ClubEdit({ club }: { club: ClubPage }) {
  const { picture } = useClubChanges(club.id);
  const [isDeleting, setDeleting] = useState(false);
  const save = (which: ClubPicture) => async (file: File | null) => {
    await picture.mutateAsync({ which, file });
    notify(file ? `The ${which} is there.` : `The ${which} is gone.`);
  };
  return (
    <div className={pageStyles.sections}>
      <WordsForm club={club} />
      <PictureChoice
        title="Icon"
        text="At most 5 MB, cut to a square. It stands with the name of the club, and on its card."
        what="an icon"
        src={club.iconUrl}
        maxBytes={MAX_PICTURE_BYTES}
        preview={(src) => <Avatar name={club.name} src={src} size={96} />}
        save={save('icon')}
      />
      <PictureChoice
        title="Banner"
        text="At most 5 MB, as wide as the page. Without one the rings of the channels stand there."
        what="a banner"
        src={club.bannerUrl}
        maxBytes={MAX_PICTURE_BYTES}
        preview={(src) => src && <img className={styles.wide} src={src} alt="" />}
        save={save('banner')}
      />
      {!club.classId && (
        <FormSection
          title="End"
          text="Hand the club over by the menu beside a member, and it goes on without you."
        >
          <p>
            A club that is deleted can be brought back for seven days. What its members made in it
            is kept in their own jams.
          </p>
          <div>
            <Button size="sm" icon="bin" onClick={() => setDeleting(true)}>
              Delete the club
            </Button>
          </div>
        </FormSection>
      )}
      <DeleteDialog club={club} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </div>
  );
}

function WordsForm({ club }: { club: ClubPage }) {
  const { name, description, access } = club;
  const { change } = useClubChanges(club.id);
  const form = useEntityForm<ClubValues>({
    keptAs: `club/${club.id}`,
    start: { name, description, access },
    send: async (values) => {
      const saved = await change.mutateAsync(values);
      form.reset({ name: saved.name, description: saved.description, access: saved.access });
      notify('The club is saved.');
    },
  });
  return (
    <FormSection
      title="Words"
      text={
        club.classId
          ? 'The pupils of the class see them.'
          : 'Members see them, and in an open club everybody does.'
      }
    >
      <EntityForm form={form} action="Save" beside={<SavedWord form={form} />}>
        <ClubFields isOfClass={club.classId !== null} />
      </EntityForm>
    </FormSection>
  );
}
