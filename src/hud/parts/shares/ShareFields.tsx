import { shortTitle } from '../../../data/rules/account/validation.ts';
import { FormRadioRows } from '../../kit/choices.tsx';
import { FormTextField } from '../../kit/fields.tsx';

/** What a person decides about a share. */
export interface ShareValues {
  title: string;
  who: 'public' | 'private';
}

/** Longest title that the server takes. */
const MAX_SHARE_TITLE = 80;

/** Who can find what is shared. */
export const SHARE_AUDIENCES = [
  {
    value: 'public',
    title: 'Everybody',
    text: 'It stands in the feed and on your profile. Anybody may hear, embed and remix it.',
  },
  {
    value: 'private',
    title: 'Anyone with the link',
    text: 'It stands in no list that others see. Anybody with the link may hear it.',
  },
] as const;

/** Title and audience of a share, of the form around them. */
export function ShareFields({ audiences = SHARE_AUDIENCES }: ShareFieldsProps) {
  return (
    <>
      <FormTextField<ShareValues>
        name="title"
        label="Title"
        maxLength={200}
        placeholder="Untitled"
        rule={(text) => shortTitle(text, MAX_SHARE_TITLE)}
      />
      <FormRadioRows<ShareValues> name="who" legend="Who can find it" rows={audiences} />
    </>
  );
}

interface ShareFieldsProps {
  audiences?: readonly { value: string; title: string; text: string }[];
}
