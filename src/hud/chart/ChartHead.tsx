import { Link } from 'react-router';
import pageStyles from '../parts/Page.module.css';

const CHOICES = [
  { title: 'The chart', to: '/chart', isArchive: false },
  { title: 'Rifffs of the week', to: '/chart?archive', isArchive: true },
] as const;

/** The name of the page, and the way between the chart and its winners. */
export function ChartHead({ isArchive }: { isArchive: boolean }) {
  return (
    <div className={pageStyles.head}>
      <h1 className={`${pageStyles.title} t64`}>{isArchive ? 'Rifffs of the week' : 'Chart'}</h1>
      <nav className={pageStyles.choices} aria-label="Chart">
        {CHOICES.map((one) => (
          <Link
            key={one.to}
            to={one.to}
            className={`hoverPaper ${pageStyles.choice}`}
            aria-current={one.isArchive === isArchive ? 'true' : undefined}
          >
            {one.title}
          </Link>
        ))}
      </nav>
    </div>
  );
}
