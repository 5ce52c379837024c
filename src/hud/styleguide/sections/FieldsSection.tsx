import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { CopyField } from '../../parts/CopyField.tsx';
import { PasswordField } from '../../system/Form.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { SearchField } from '../../system/SearchField.tsx';
import { Select } from '../../system/Select.tsx';
import { TextArea, TextField } from '../../system/TextField.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';

const ORDERS = [
  { value: 'new', title: 'Newest first' },
  { value: 'old', title: 'Oldest first' },
  { value: 'long', title: 'The longest ones, and among those the ones that were answered most' },
];
const LONG = 'a-very-long-name-that-nobody-can-read-to-its-end@somewhere-far-away.example';

function Search() {
  const [text, setText] = useState('late shift');
  return (
    <Specimens columnPx={280} align="start">
      <Specimen title="Filled" text="The cross and Escape empty it">
        <SearchField label="Search, filled" isLabelHidden value={text} onValueChange={setText} />
      </Specimen>
      <Specimen title="Empty">
        <SearchField
          label="Search, empty"
          isLabelHidden
          value=""
          onValueChange={setText}
          placeholder="Part of a name"
        />
      </Specimen>
      <Specimen title="Disabled">
        <SearchField
          label="Search, disabled"
          isLabelHidden
          value=""
          onValueChange={setText}
          disabled
        />
      </Specimen>
    </Specimens>
  );
}

function Passwords() {
  const form = useForm({ defaultValues: { password: 'Nine lives' } });
  return (
    <FormProvider {...form}>
      <Specimens columnPx={280} align="start">
        <Specimen title="Hidden or shown">
          <PasswordField name="password" label="Password" autoComplete="new-password" />
        </Specimen>
      </Specimens>
    </FormProvider>
  );
}

/** Everything that takes words. */
export function FieldsSection() {
  const [order, setOrder] = useState('new');
  return (
    <>
      <Part
        title="Text"
        text="The label stays above. What is wrong is said under the field once it was left, in words, with a broken outline."
      >
        <Specimens columnPx={280} align="start">
          <Specimen title="Default">
            <TextField label="Name" defaultValue="Mira" />
          </Specimen>
          <Specimen title="Empty">
            <TextField label="Name, empty" placeholder="As others will read it" />
          </Specimen>
          <Specimen title="Hover" force="hover">
            <TextField label="Name, hover" defaultValue="Mira" />
          </Specimen>
          <Specimen title="Focus" force="focus">
            <TextField label="Name, focus" defaultValue="Mira" />
          </Specimen>
          <Specimen title="Error">
            <TextField
              label="E-mail"
              type="email"
              defaultValue="mira@"
              error="This is not an e-mail address."
            />
          </Specimen>
          <Specimen title="Hint">
            <TextField label="User name" defaultValue="mira" hint="Small letters and figures." />
          </Specimen>
          <Specimen title="Loading">
            <TextField
              label="User name, asked"
              defaultValue="mira"
              end={<Spinner size={18} />}
              hint="Asking whether it is free…"
            />
          </Specimen>
          <Specimen title="Disabled">
            <TextField label="Name, disabled" defaultValue="Mira" disabled />
          </Specimen>
          <Specimen title="Long text">
            <TextField label="E-mail, long" type="email" defaultValue={LONG} />
          </Specimen>
        </Specimens>
      </Part>
      <Part title="Password">
        <Passwords />
      </Part>
      <Part title="Search">
        <Search />
      </Part>
      <Part
        title="Several lines"
        text="Grows with what is typed. A field of several lines has corners: only what is one line high is round."
      >
        <Specimens columnPx={280} align="start">
          <Specimen title="Default">
            <TextArea label="About you" defaultValue="Plays bass on Thursdays." />
          </Specimen>
          <Specimen title="Focus" force="focus">
            <TextArea label="About you, focus" placeholder="A few words" />
          </Specimen>
          <Specimen title="Error">
            <TextArea label="About you, error" defaultValue="…" error="At most 280 characters." />
          </Specimen>
          <Specimen title="Disabled">
            <TextArea
              label="About you, disabled"
              defaultValue="Plays bass on Thursdays."
              disabled
            />
          </Specimen>
        </Specimens>
      </Part>
      <Part
        title="Select"
        text="The device’s own list, so that it works everywhere by finger and by key."
      >
        <Specimens columnPx={280} align="start">
          <Specimen title="Default" text="40">
            <Select label="Order" options={ORDERS} value={order} onValueChange={setOrder} />
          </Specimen>
          <Specimen title="Small" text="32">
            <Select
              label="Order, small"
              size="xs"
              options={ORDERS}
              value={order}
              onValueChange={setOrder}
            />
          </Specimen>
          <Specimen title="Hover" force="hover">
            <Select label="Order, hover" options={ORDERS} value={order} onValueChange={setOrder} />
          </Specimen>
          <Specimen title="Focus" force="focus">
            <Select label="Order, focus" options={ORDERS} value={order} onValueChange={setOrder} />
          </Specimen>
          <Specimen title="Disabled">
            <Select
              label="Order, disabled"
              options={ORDERS}
              value={order}
              onValueChange={setOrder}
              disabled
            />
          </Specimen>
          <Specimen title="Long text">
            <Select label="Order, long" options={ORDERS} value="long" onValueChange={setOrder} />
          </Specimen>
        </Specimens>
      </Part>
      <Part
        title="Text to copy"
        text="Selected when it is entered; the button copies it and says so."
      >
        <Specimens columnPx={440}>
          <Specimen title="Rest">
            <CopyField
              label="Link"
              value="https://rondo.example/rifff/01a1fd1e"
              done="Link copied."
            />
          </Specimen>
        </Specimens>
      </Part>
    </>
  );
}
