import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { SHARE_AUDIENCES, ShareFields } from '../../parts/shares/ShareFields.tsx';

/** How the rifff of a run is kept, as the call takes it. */
export interface KeepWords {
  title: string;
  share: boolean;
  private: boolean;
}

const ONLY_ME = {
  value: 'nobody',
  title: 'Only me, for now',
  text: 'It is kept in your own jam, and can be shared from there.',
} as const;

interface KeepValues {
  title: string;
  who: 'public' | 'private' | 'nobody';
}

interface KeepFormProps {
  /** Kept already: what is left is to share it. */
  isKept: boolean;
  /** Rejects with the ApiError of the call. */
  onKeep(words: KeepWords): Promise<unknown>;
}

/** Title and audience of the rifff of a run. */
export function KeepForm({ isKept, onKeep }: KeepFormProps) {
  const form = useEntityForm<KeepValues>({
    mode: 'onSubmit',
    start: { title: '', who: 'public' },
    send: ({ title, who }) =>
      onKeep({ title: title.trim(), share: who !== 'nobody', private: who === 'private' }),
  });
  const keeps = form.watch('who') === 'nobody' ? 'Keep' : 'Keep and share';
  return (
    <EntityForm form={form} action={isKept ? 'Share' : keeps}>
      <ShareFields audiences={isKept ? SHARE_AUDIENCES : [...SHARE_AUDIENCES, ONLY_ME]} />
    </EntityForm>
  );
}
