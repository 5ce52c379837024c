import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubMember, ClubPage } from '../../data/contract/clubs.ts';
import { usePeopleChanges } from '../../data/queries/clubChanges.ts';
import { clubMembersQuery } from '../../data/queries/clubs.ts';
import { keepsOrder } from '../../data/rules/jam/standing.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { notify } from '../../data/stores/ui.ts';
import { MemberRow } from '../kit/MemberRow.tsx';
import { NameSearch } from '../kit/NameSearch.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import { readFailure, troubleOf } from '../kit/useSave.ts';
import { useReader } from '../parts/shares/useReader.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Menu, type MenuItem } from '../system/Menu.tsx';
import { BlockDialog, PassOnDialog } from './PeopleDialogs.tsx';

/** The question that a dialog asks: block this member, or hand the club over to this member? */
interface Asked {
  deed: 'block' | 'pass on';
  member: ClubMember;
}

/** Who is in a club, with their roles; its owner and moderators look after them here. */
export function MemberList({ club }: { club: ClubPage }) {
  const reader = useReader();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useInfiniteQuery(clubMembersQuery(club.id));
  const people = usePeople(club);
  const members = onceEach(
    query.data?.pages ?? [],
    (page) => page.members,
    ({ userId }) => userId,
  );
  return (
    <>
      <QueryList query={query} what="The members" isPlural isEmpty={members.length === 0}>
        <NameSearch
          people={members}
          hasMore={query.hasNextPage}
          namesOf={({ userId, displayName }) => [userId, displayName]}
          isLabelHidden
          className="below16"
        >
          {(found) => (
            <ul>
              {found.map((member) => (
                <MemberRow key={member.userId} {...member}>
                  <MemberMenu
                    member={member}
                    items={deedsOn(club, member, { reader, setAsked, setRole: people.setRole })}
                  />
                </MemberRow>
              ))}
            </ul>
          )}
        </NameSearch>
      </QueryList>
      <BlockedPeople club={club} onUnblock={people.unblock} />
      {asked?.deed === 'block' && (
        <BlockDialog
          member={asked.member}
          onClose={() => setAsked(null)}
          onBlock={() => people.block(asked.member)}
        />
      )}
      {asked?.deed === 'pass on' && (
        <PassOnDialog club={club} member={asked.member} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** Changes that show at once; what the server refuses is put back and said. */
function usePeople(club: ClubPage) {
  const changes = usePeopleChanges(club.id, (error) => notify(troubleOf(readFailure(error))));
  const { setRole, block, unblock } = changes;
  return {
    setRole: ({ userId, displayName }: ClubMember, role: 'moderator' | 'member') => {
      const said = role === 'moderator' ? 'is a moderator now' : 'is a member now';
      setRole.mutate({ userId, role }, { onSuccess: () => notify(`${displayName} ${said}.`) });
    },
    block: ({ userId, displayName }: ClubMember) =>
      block.mutate(
        { userId, displayName },
        { onSuccess: () => notify(`${displayName} is blocked.`) },
      ),
    unblock: (person: Blocked) =>
      unblock.mutate(person, {
        onSuccess: () => notify(`${person.displayName} may come in again.`),
      }),
  };
}

interface Hands {
  reader: string;
  setAsked(asked: Asked): void;
  setRole(member: ClubMember, role: 'moderator' | 'member'): void;
}

/** What the reader may do to a member. */
function deedsOn(club: ClubPage, member: ClubMember, hands: Hands): MenuItem[] {
  const { reader, setAsked, setRole } = hands;
  const isOwner = club.role === 'owner';
  // Who is in a class is for the class to say.
  if (club.classId) return [];
  if (club.closes !== null || member.role === 'owner' || member.userId === reader) return [];
  if (!isOwner && !(club.role === 'moderator' && member.role === 'member')) return [];
  const items: MenuItem[] = [];
  if (isOwner) {
    const role = member.role === 'moderator' ? 'member' : 'moderator';
    items.push(
      {
        id: 'role',
        title: `Make them a ${role}`,
        icon: 'flag',
        run: () => setRole(member, role),
      },
      {
        id: 'pass-on',
        title: 'Hand the club over',
        icon: 'branch',
        run: () => setAsked({ deed: 'pass on', member }),
      },
    );
  }
  items.push({
    id: 'block',
    title: `Block ${member.displayName}`,
    icon: 'hide',
    run: () => setAsked({ deed: 'block', member }),
  });
  return items;
}

/** What can be done about a person; no button where that is nothing. */
function MemberMenu({ member, items }: { member: ClubMember; items: readonly MenuItem[] }) {
  const { displayName } = member;
  if (items.length === 0) return null;
  return (
    <Menu
      label={displayName}
      align="end"
      items={items}
      trigger={<IconButton icon="more" size="xs" label={`More about ${displayName}`} />}
    />
  );
}

type Blocked = ClubPage['blockedUsers'][number];

function BlockedPeople({ club, onUnblock }: { club: ClubPage; onUnblock(person: Blocked): void }) {
  const { blockedUsers, role, closes } = club;
  if (!keepsOrder(role) || blockedUsers.length === 0) return null;
  return (
    <details className="top24 disclosure">
      <summary className="medium">Blocked ({blockedUsers.length})</summary>
      <ul>
        {blockedUsers.map((person) => (
          <MemberRow key={person.userId} {...person}>
            {closes === null && (
              <Button
                size="xs"
                aria-label={`Let in again: ${person.displayName}`}
                onClick={() => onUnblock(person)}
              >
                Let in again
              </Button>
            )}
          </MemberRow>
        ))}
      </ul>
    </details>
  );
}
