/** What came of an import, in words. */
import type {
  ImportedJamFacts,
  ImportProgress,
  ImportReport,
} from '../../audio/imports/JamSource.ts';

const KINDS = [
  ['rifffs', 'rifff'],
  ['loops', 'loop'],
  ['messages', 'message'],
] as const;

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** "1,204 rifffs, 310 loops"; '' for none of anything. */
export function countsText(
  counts: Readonly<Record<'loops' | 'rifffs' | 'messages', number>>,
): string {
  return KINDS.filter(([kind]) => counts[kind] > 0)
    .map(([kind, one]) => counted(counts[kind], one))
    .join(', ');
}

/** What the server found of who made a jam, in a sentence; '' where there is nothing to say. */
export function proofText({ isProven, hasOwn }: ImportedJamFacts): string {
  if (isProven === null) return '';
  if (!isProven) {
    return 'No signature that this server trusts: its people stay names, and keep all rights.';
  }
  return hasOwn
    ? 'Signed: what you made is yours, and other people keep their licences.'
    : 'Signed, but not for this account: its people stay names, and keep their licences.';
}

/** The report as a file of text. */
export function reportText({
  jams,
  stored,
  same,
  skipped,
  skippedCount,
  stopped,
}: ImportReport): string {
  const lines = [
    `Came in: ${countsText(stored) || 'nothing new'}`,
    `Was here already: ${countsText(same) || 'nothing'}`,
    ...(stopped ? [`It ended before its end: ${stopped}`] : []),
    '',
    'Jams:',
    ...jams.map(
      (jam) => `  ${[`${jam.name} (${jam.jamId})`, proofText(jam)].filter(Boolean).join('. ')}`,
    ),
    '',
    `Left out: ${skippedCount}`,
    ...skipped.map(({ what, reason }) => `  ${what}: ${reason}`),
  ];
  if (skippedCount > skipped.length) lines.push(`  and ${skippedCount - skipped.length} more`);
  return `${lines.join('\n')}\n`;
}

/** Less than this says nothing about the rest. */
const LEAST_MS = 4000;
const LEAST_SHARE = 0.02;

/** How long the rest takes at the pace so far: "about 3 minutes left"; '' while that is not known. */
export function timeLeftText({ readBytes, totalBytes }: ImportProgress, passedMs: number): string {
  const share = totalBytes > 0 ? readBytes / totalBytes : 0;
  if (passedMs < LEAST_MS || share < LEAST_SHARE || share >= 1) return '';
  const sec = ((passedMs / share) * (1 - share)) / 1000;
  if (sec < 60) return 'less than a minute left';
  const minutes = Math.round(sec / 60);
  if (minutes < 90) return `about ${counted(minutes, 'minute')} left`;
  return `about ${counted(Math.round(minutes / 60), 'hour')} left`;
}
