import { PageChoices, PageHead } from '../kit/PageFrame.tsx';

const CHOICES = [
  { title: 'The chart', to: '/chart', isOfArchive: false },
  { title: 'Rifffs of the week', to: '/chart?archive', isOfArchive: true },
] as const;

/** The name of the page, and the way between the chart and its winners. */
export function ChartHead({ isArchive }: { isArchive: boolean }) {
  return (
    <PageHead title={isArchive ? 'Rifffs of the week' : 'Chart'}>
      <PageChoices
        label="Chart"
        choices={CHOICES.map(({ to, title, isOfArchive }) => ({
          to,
          title,
          isCurrent: isOfArchive === isArchive,
        }))}
      />
    </PageHead>
  );
}
