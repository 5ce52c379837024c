import { type ReactNode, useState } from 'react';
import { isNamed } from '../../data/rules/club/clubText.ts';
import { SearchField } from '../system/SearchField.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';

/** From this number of people on, the list has a search field. */
const SEARCH_FROM = 8;

interface NameSearchProps<Person> {
  /** Those that are known so far. */
  people: readonly Person[];
  /** Are there more than these? */
  hasMore: boolean;
  /** The names by which a person can be found. */
  namesOf(person: Person): readonly string[];
  isLabelHidden?: boolean;
  /** Of the field. */
  className: string;
  children(found: readonly Person[]): ReactNode;
}

/** A list of people with a line to look for a name among them. */
export function NameSearch<Person>(props: NameSearchProps<Person>) {
  const { people, hasMore, namesOf, isLabelHidden, className, children } = props;
  const [word, setWord] = useState('');
  const found = people.filter((person) => isNamed(namesOf(person), word));
  return (
    <>
      {(people.length >= SEARCH_FROM || hasMore) && (
        <div className={className}>
          <SearchField
            label="Look for a name"
            isLabelHidden={isLabelHidden}
            placeholder={isLabelHidden ? 'Look for a name' : undefined}
            value={word}
            onValueChange={setWord}
          />
        </div>
      )}
      <VisuallyHidden role="status">{word.trim() !== '' && `${found.length} found`}</VisuallyHidden>
      {found.length === 0 && (
        <p className="below16">
          {hasMore
            ? `No one of that name among the first ${people.length}.`
            : 'No one of that name.'}
        </p>
      )}
      {children(found)}
    </>
  );
}
