import { Gauge, type Registry } from 'prom-client';
import { MODES } from '../../../src/data/contract/operations.ts';
import type { Job, JobFigures } from '../../kernel/jobs.ts';
import type { Server } from '../../kernel/module.ts';
import { signUpsOfDay } from './peopleFigures.ts';
import type { OperationsContext } from './routes.ts';
import { diskRoom, keptFor } from './serverFigures.ts';

/** What asks the database is asked this often at most, however often the metrics are read. */
const KEPT_MS = 30_000;

/** A figure that is read as the metrics are; NaN where it cannot be read, which takes nothing else out of them. */
function gauge(
  registry: Registry,
  [name, help]: readonly [name: string, help: string],
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined);
      this.set(value ?? Number.NaN);
    },
  });
}

/** The same for each of several things, by one label. */
function gauges(
  registry: Registry,
  [name, help, label]: readonly [name: string, help: string, label: string],
  read: () => Iterable<readonly [of: string, value: number | null]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [of, value] of read()) if (value !== null) this.set({ [label]: of }, value);
    },
  });
}

/** The label is `job_name`: `job` is what Prometheus calls the scrape. */
function measureJobs(registry: Registry, jobs: readonly Job[]): void {
  const each = (read: (figures: JobFigures) => number | null) => () =>
    jobs.map((job) => [job.name, read(job.figures())] as const);
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  gauges(
    registry,
    ['rondo_job_rounds_total', 'Rounds of a job that ended', 'job_name'],
    each(({ rounds }) => rounds),
  );
  gauges(
    registry,
    ['rondo_job_failures_total', 'Rounds of a job in which something failed', 'job_name'],
    each(({ failures }) => failures),
  );
  gauges(
    registry,
    ['rondo_job_last_success_timestamp_seconds', 'End of the last good round of a job', 'job_name'],
    each(({ lastSuccess }) => seconds(lastSuccess)),
  );
  gauges(
    registry,
    ['rondo_job_last_duration_seconds', 'How long the last round of a job took', 'job_name'],
    each(({ lastMs }) => seconds(lastMs)),
  );
}

/** What the pages of administrators show, as metrics. What has no label of a node is the same on each of them. */
export function measureOperations(
  context: Pick<OperationsContext, keyof Server | 'counts' | 'backups'>,
): void {
  const { registry, jobs, mode, settings, waitingMails, database, counts, backups } = context;
  const copies = keptFor(KEPT_MS, () => backups.figures());
  gauge(
    registry,
    ['rondo_backup_last_success_timestamp_seconds', 'When the newest verified copy was made'],
    async () => {
      const made = (await copies()).copies[0]?.made;
      return made === undefined ? undefined : made / 1000;
    },
  );
  gauge(
    registry,
    ['rondo_backup_last_bytes', 'Size of the newest copy of the database'],
    async () => {
      return (await copies()).copies[0]?.bytes;
    },
  );
  gauge(registry, ['rondo_backup_interval_seconds', 'Time between two backups'], () => {
    const ms = settings.backup.folder === undefined ? undefined : backups.intervalMs();
    return ms === undefined ? undefined : ms / 1000;
  });
  measureJobs(registry, jobs);
  gauges(registry, ['rondo_mode', 'What the server takes: 1 for its mode', 'mode'], () =>
    MODES.map((one) => [one, one === mode.now ? 1 : 0]),
  );
  const mails = keptFor(KEPT_MS, () => waitingMails.figures());
  gauge(registry, ['rondo_mails_waiting', 'Mails that are tried again later'], async () => {
    return (await mails()).waiting;
  });
  gauge(registry, ['rondo_mails_given_up', 'Mails that were given up, of a week'], async () => {
    return (await mails()).failed;
  });
  gauge(
    registry,
    ['rondo_sign_ups_of_day', 'Accounts that people made in the last 24 hours'],
    keptFor(KEPT_MS, () => signUpsOfDay(database.queries, Date.now())),
  );
  const disk = () => diskRoom(settings.dataFolder);
  gauge(registry, ['rondo_disk_free_bytes', 'Room on the disk of the data folder'], async () => {
    return (await disk())?.freeBytes;
  });
  gauge(registry, ['rondo_disk_total_bytes', 'Size of the disk of the data folder'], async () => {
    return (await disk())?.totalBytes;
  });
  gauge(registry, ['rondo_sockets', 'Open sockets of this node'], () => counts().sockets);
  gauge(registry, ['rondo_rooms', 'Rooms of this node with people in them'], () => counts().rooms);
  gauge(
    registry,
    ['rondo_room_listeners', 'Windows in rooms of this node'],
    () => counts().listeners,
  );
}
