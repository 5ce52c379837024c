import { useNavigate } from 'react-router';
import { readCode } from '../../../data/rules/jam/lobby.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { Dialog } from '../../system/Dialog.tsx';

export interface CodeDialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Who makes such codes. */
  description: string;
  /** Where the page of a code lies. */
  page: 'jam' | 'clubs/join';
}

/** Takes a code, or a link that holds one, and leads to the page where it lets in. */
export function CodeDialog({ isOpen, onOpenChange, description, page }: CodeDialogProps) {
  const navigate = useNavigate();
  const form = useEntityForm<{ code: string }>({
    mode: 'onSubmit',
    start: { code: '' },
    send: async ({ code }) => {
      onOpenChange(false);
      form.reset();
      await navigate(`/${page}/${readCode(code, page)}`);
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Join by code"
      description={description}
    >
      <EntityForm form={form} action="Go on">
        <FormTextField<{ code: string }>
          name="code"
          label="Code or link"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          rule={(text) =>
            readCode(text, page) !== null || 'That is no code: it has twelve letters and digits.'
          }
        />
      </EntityForm>
    </Dialog>
  );
}
