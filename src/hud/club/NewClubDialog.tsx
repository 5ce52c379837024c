import { useNavigate } from 'react-router';
import type { ClubAccess } from '../../data/contract/clubs.ts';
import { useCreateClub } from '../../data/queries/clubChanges.ts';
import { clubAccessText } from '../../data/rules/club/clubText.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { PlaceFields } from '../kit/PlaceFields.tsx';
import { Dialog } from '../system/Dialog.tsx';

export interface ClubValues {
  name: string;
  description: string;
  access: ClubAccess;
}

const START: ClubValues = { name: '', description: '', access: 'invite' };

/** Who comes in, as forms ask for it. */
export const ACCESS_ROWS = [
  { value: 'open', title: 'Open', text: `It is in the directory. ${clubAccessText('open')}` },
  {
    value: 'invite',
    title: 'By invitation',
    text: `No one else finds it. ${clubAccessText('invite')}`,
  },
] as const;

interface NewClubDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Makes a club: what it is called, what it is about, who comes in. Leads to it once it is there. */
export function NewClubDialog({ isOpen, onOpenChange }: NewClubDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Make a club"
      description="It begins with one channel, one playlist and one code for those whom you invite."
    >
      <NewClubForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewClubForm({ onDone }: { onDone(): void }) {
  const navigate = useNavigate();
  const create = useCreateClub();
  const form = useEntityForm<ClubValues>({
    keptAs: 'new-club',
    start: START,
    send: async (values) => {
      const { id } = await create.mutateAsync(values);
      onDone();
      await navigate(`/club/${id}`);
    },
  });
  return (
    <EntityForm form={form} action="Make the club">
      <ClubFields />
    </EntityForm>
  );
}

/** Name, words and access of a club, of the form around them. Who comes into that of a class is settled. */
export const ClubFields = ({ isOfClass = false }: { isOfClass?: boolean }) => (
  <PlaceFields mostCharacters={1000} legend="Who comes in" choices={isOfClass ? [] : ACCESS_ROWS} />
);
