import type { PeopleText } from '../../data/rules/site/peopleText.ts';

/**
 * What people wrote, with its links.
 * @param className of the links
 */
export function LinkedText({
  runs,
  className,
}: {
  runs: readonly PeopleText[];
  className?: string;
}) {
  return runs.map(({ text, href }, at) =>
    href === null ? (
      text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={className}
      >
        {text}
      </a>
    ),
  );
}
