import { useSnapshot } from 'valtio';
import {
  isHouseBand,
  isKnownAs,
  type KnownPeople,
} from '../../../data/rules/sharing/accountText.ts';
import { needPerson, people } from '../../../data/stores/people.ts';
import { Avatar } from '../../system/Avatar.tsx';

export interface PersonAvatarProps {
  userId: string;
  /** What they are called, for the initial. */
  name: string;
  /** Address of their picture where the page has it already, null for none. */
  src?: string | null | undefined;
  /** Side in CSS pixels. */
  size?: number;
}

/** A person of this server, by their picture where they have one, wherever people are shown. */
export function PersonAvatar({ userId, name, src, size }: PersonAvatarProps) {
  const known = isKnownAs(useSnapshot(people) as KnownPeople, userId);
  if (src === undefined) void needPerson(userId);
  return (
    <Avatar
      name={name || (known?.displayName ?? userId)}
      src={src === undefined ? (known?.avatarUrl ?? null) : src}
      isProgram={isHouseBand(userId)}
      {...(size !== undefined && { size })}
    />
  );
}
