import { licenceFacts } from '../../../data/rules/sharing/licences.ts';

interface LicenceLineProps {
  /** As documents name it; nothing is shown where one names none, as those of the house do. */
  licence: unknown;
  /** With its whole title beside the short name. */
  hasTitle?: boolean;
  className?: string;
}

/** The licence of a rifff by its short name, linked to what it says. */
export function LicenceLine({ licence, hasTitle, className = '' }: LicenceLineProps) {
  if (licence === undefined) return null;
  const { title, code, url } = licenceFacts(licence);
  const name = url === null ? title : code;
  return (
    <span className={`anywhere ${className}`}>
      {url === null ? (
        name
      ) : (
        <a
          href={url}
          className="link hoverLine"
          title={title}
          target="_blank"
          rel="noopener noreferrer license"
        >
          {name}
        </a>
      )}
      {hasTitle && url !== null && `, ${title}`}
    </span>
  );
}
