import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedLook } from '../../../data/contract/savedLooks.ts';
import { lookQuery, myLooksQuery } from '../../../data/queries/looks.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { typedLookKey } from '../../../data/rules/stage/lookAddress.ts';
import { EntityForm, useEntityForm } from '../../kit/EntityForm.tsx';
import { FormTextField } from '../../kit/fields.tsx';
import { Button } from '../../system/Button.tsx';
import { Menu, type MenuItem } from '../../system/Menu.tsx';
import { HOUSE_LOOKS, houseLook, lookTitle, type ShownLook } from './shownLooks.ts';

/** A look as a row of the list says it. */
export interface NamedLook {
  readonly key: string;
  readonly name: string;
  /** Whose it is, in words. */
  readonly by: string;
}

/** Whose a look is, in words. @param user its maker's id; '' for a person who left */
export const makerOf = (key: string, user: string, displayName: string): string =>
  houseLook(key) ? 'Of the house' : personText(displayName || user);

interface AddRoomLookProps {
  /** Keys of those that are there already. */
  taken: readonly string[];
  onAdd(look: NamedLook): void;
}

const ofHouse = (look: ShownLook): NamedLook => ({
  key: look.key,
  name: lookTitle(look),
  by: makerOf(look.key, '', ''),
});

const ofPerson = ({ id, document, user, displayName }: SavedLook): NamedLook => ({
  key: id,
  name: document.name,
  by: makerOf(id, user, displayName),
});

/** One more look for a jam: of the house or one's own by a menu, any public one by its address. */
export function AddRoomLook({ taken, onAdd }: AddRoomLookProps) {
  const { data: own = [] } = useQuery(myLooksQuery);
  const row = (look: NamedLook): MenuItem => ({
    id: look.key,
    title: look.name,
    disabled: taken.includes(look.key),
    run: () => onAdd(look),
  });
  const items: MenuItem[] = [
    ...(own.length > 0 ? [{ kind: 'label' as const, id: 'own', title: 'Yours' }] : []),
    ...own.map(ofPerson).map(row),
    { kind: 'label', id: 'house', title: 'Of the house' },
    ...HOUSE_LOOKS.map(ofHouse).map(row),
  ];
  return (
    <>
      <div>
        <Menu
          label="Add a look"
          items={items}
          trigger={
            <Button size="sm" icon="plus">
              Add a look
            </Button>
          }
        />
      </div>
      <ByAddress taken={taken} onAdd={onAdd} />
    </>
  );
}

interface AddressValues {
  address: string;
}

/** Adds a look by what is pasted. */
function ByAddress({ taken, onAdd }: AddRoomLookProps) {
  const queries = useQueryClient();
  const form = useEntityForm<AddressValues>({
    mode: 'onSubmit',
    start: { address: '' },
    send: async ({ address }) => {
      const key = typedLookKey(address) ?? '';
      const house = houseLook(key);
      onAdd(house ? ofHouse(house) : ofPerson(await queries.fetchQuery(lookQuery(key))));
      form.reset();
    },
    trouble: ({ status, message, isUnreachable }) => ({
      title: isUnreachable
        ? 'The server could not be reached.'
        : status === 404
          ? 'There is no public look with this address or id.'
          : message,
    }),
  });
  const rule = (text: string) => {
    const key = typedLookKey(text);
    if (key === null) return 'Paste the address of a look, or its id.';
    return taken.includes(key) ? 'It is there already.' : true;
  };
  return (
    <EntityForm form={form} action="Add it" variant="outlined" label="Add a look by its address">
      <FormTextField<AddressValues>
        name="address"
        label="Address or id of any public look"
        rule={rule}
      />
    </EntityForm>
  );
}
