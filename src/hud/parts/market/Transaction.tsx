import { useCoins } from './Amount.tsx';

/** Hash of a transaction in short, linked to where it can be looked at if anybody shows it. */
export function Transaction({ hash }: { hash: string }) {
  const { config } = useCoins();
  const short = `${hash.slice(0, 6)}…${hash.slice(-4)}`;
  if (!config?.explorerUrl) return <span title={hash}>{short}</span>;
  return (
    <a
      href={config.explorerUrl.replace('{hash}', hash)}
      className="link hoverLine tallLink"
      title={hash}
      target="_blank"
      rel="noopener noreferrer"
    >
      {short}
    </a>
  );
}
