import { useNavigate } from 'react-router';
import { useMakeClass } from '../../data/queries/classes.ts';
import {
  channelNames,
  className,
  linesOf,
  namesHint,
  pupilNames,
} from '../../data/rules/account/classText.ts';
import { showCards } from '../../data/stores/freshCards.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea, FormTextField } from '../kit/fields.tsx';

interface NewClassValues {
  name: string;
  names: string;
  channels: string;
}

/** Makes a class: its name, its pupils and its channels. Then the page of the class shows their cards. */
export function NewClassForm({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const navigate = useNavigate();
  const { mutateAsync } = useMakeClass();
  const form = useEntityForm<NewClassValues>({
    keptAs: 'class',
    start: { name: '', names: '', channels: 'Everyone' },
    send: async ({ name, names, channels }) => {
      const body = { name: name.trim(), names: linesOf(names), channels: linesOf(channels) };
      const made = await mutateAsync(body);
      showCards(made.class.id, made.cards);
      void navigate(`/classes/${made.class.id}`);
    },
  });
  const [names, channels] = form.watch(['names', 'channels']);
  const count = linesOf(channels).length;
  return (
    <EntityForm
      form={form}
      label="A new class"
      action="Make the class"
      leave={onLeave && { title: 'Leave it', run: onLeave }}
    >
      <FormTextField<NewClassValues>
        name="name"
        label="Name of the class"
        placeholder="7b"
        rule={className}
      />
      <FormTextArea<NewClassValues>
        name="names"
        label="Pupils"
        rows={8}
        spellCheck={false}
        hint={namesHint(names)}
        rule={(text) => pupilNames(text)}
      />
      <FormTextArea<NewClassValues>
        name="channels"
        label="Channels"
        rows={3}
        hint={`Rooms in which they play together, one on each line. ${count === 1 ? '1 channel' : `${count} channels`}.`}
        rule={channelNames}
      />
    </EntityForm>
  );
}
