import { type Judgement, requiredText } from '../../data/rules/account/validation.ts';
import { FormRadioRows } from './choices.tsx';
import { FormTextArea, FormTextField } from './fields.tsx';

/** What every place of people has: a room, a channel, a club. */
interface PlaceValues {
  name: string;
  description: string;
  access: string;
}

interface PlaceFieldsProps {
  nameRule?(name: string): Judgement;
  /** Label of the description. */
  about?: string;
  aboutRows?: number;
  mostCharacters?: number;
  /** What is asked about access. */
  legend: string;
  /** Empty where that is settled. */
  choices: readonly { value: string; title: string; text?: string }[];
}

/** Name, description and access of a place, of the form around them. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { nameRule = requiredText, about = 'What it is about (optional)', aboutRows = 3 } = props;
  const { mostCharacters = 500, legend, choices } = props;
  return (
    <>
      <FormTextField<PlaceValues> name="name" label="Name" maxLength={60} rule={nameRule} />
      <FormTextArea<PlaceValues>
        name="description"
        label={about}
        rows={aboutRows}
        maxLength={mostCharacters}
      />
      {choices.length > 0 && (
        <FormRadioRows<PlaceValues> name="access" legend={legend} rows={choices} />
      )}
    </>
  );
}
