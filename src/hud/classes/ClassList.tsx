import { Link, useSearchParams } from 'react-router';
import type { ClassBrief, Classes } from '../../data/contract/classes.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import page from '../parts/Page.module.css';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { NewClassForm } from './NewClassForm.tsx';

const ABOUT =
  'You write the names of your pupils, and each of them gets a card with a code. It signs them in on any device: without a password, and without an address.';

/** One class: its name leads to its page. */
function ClassRow({ one }: { one: ClassBrief }) {
  const text = useRegionText();
  const facts = [
    text.count(one.pupils, 'pupil'),
    one.here > 0 && `${one.here} here now`,
    one.isPaused && 'sound stopped',
    one.isOpen && 'public side open',
    `since ${text.date(one.created)}`,
  ];
  return (
    <li className={page.deed}>
      <span className={page.deedText}>
        <Link to={`/classes/${one.id}`} className="t24 hoverUnderline">
          {one.name}
        </Link>
        <span className="block t13 muted">{facts.filter(Boolean).join(', ')}</span>
      </span>
    </li>
  );
}

/** `/classes`: the classes of a teacher, and the form that makes one (`?new=1`). */
export function ClassList({ classes: { classes, mayMake } }: { classes: Classes }) {
  const [search, setSearch] = useSearchParams();
  const isMaking = mayMake && search.has('new');
  if (isMaking) {
    return (
      <FormSection
        title="A new class"
        text={
          <>
            <p>{ABOUT}</p>
            <p>
              They are seen by you and by each other alone, and see nothing of the public side of
              this server until you open it.
            </p>
          </>
        }
      >
        <NewClassForm onLeave={() => setSearch({}, { replace: true })} />
      </FormSection>
    );
  }
  const make = mayMake && (
    <Button variant="filled" size="sm" icon="plus" onClick={() => setSearch({ new: '1' })}>
      Make a class
    </Button>
  );
  if (classes.length === 0) {
    return (
      <ListState title={mayMake ? 'No classes yet' : 'Classes are made by teachers'} action={make}>
        {mayMake ? ABOUT : 'The operator of this server says which accounts are of teachers.'}
      </ListState>
    );
  }
  return (
    <>
      <ul className="lineBelow below24">
        {classes.map((one) => (
          <ClassRow key={one.id} one={one} />
        ))}
      </ul>
      {make}
    </>
  );
}
