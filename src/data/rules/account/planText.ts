/** A plan, what it allows and what it costs, in words. Pure. */
import type { PlanAllowance, Price, Subscription } from '../../contract/plans.ts';

const MB = 1024 * 1024;
const GB_MB = 1024;

/** Room in whole gigabytes of 1024 MB or tenths of them, in megabytes below one. */
function roomText(bytes: number): string {
  const megabytes = Math.round(bytes / MB);
  if (megabytes < GB_MB) return `${megabytes} MB`;
  return `${Math.round((10 * megabytes) / GB_MB) / 10} GB`;
}

function minutesText(sec: number): string {
  const minutes = Math.round((10 * sec) / 60) / 10;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** One line of what two plans allow. */
export interface AllowanceRow {
  readonly id: string;
  readonly what: string;
  readonly free: string;
  readonly plus: string;
}

/** What plus gives beside free; without the lines in which it gives no more. */
export function allowanceRows(free: PlanAllowance, plus: PlanAllowance): AllowanceRow[] {
  const room = ({ quotaBytes }: PlanAllowance) =>
    quotaBytes === null ? 'No limit' : roomText(quotaBytes);
  const rows = [
    { id: 'room', what: 'Room for loops, tracks and pictures', of: room },
    {
      id: 'track',
      what: 'Length of a track',
      of: ({ trackSec }: PlanAllowance) => `Up to ${minutesText(trackSec)}`,
    },
    {
      id: 'clubs',
      what: 'Clubs of your own',
      of: ({ clubsOwned }: PlanAllowance) => `Up to ${clubsOwned}`,
    },
  ];
  return rows
    .map(({ id, what, of }) => ({ id, what, free: of(free), plus: of(plus) }))
    .filter((row) => row.free !== row.plus);
}

/** How often a price is paid, to stand behind the amount; empty for what is paid once. */
export function intervalText({ interval }: Pick<Price, 'interval'>): string {
  return interval === null ? '' : ` a ${interval}`;
}

/** The state of a person's plan, and what they can do about it. */
export interface PlanStanding {
  readonly title: 'Free' | 'Plus';
  readonly text: string;
  /** `pay`: the portal again, where a payment is open. */
  readonly deed: 'subscribe' | 'manage' | 'pay';
  /** Needs attention. */
  readonly isWarning: boolean;
}

/** @param dateText writes a day, from milliseconds since the epoch */
export function planStanding(
  subscription: Subscription,
  dateText: (atMs: number) => string,
): PlanStanding {
  const { description, status, renews, ends, sources, hasPortal } = subscription;
  const isPaid = status === 'active' || status === 'past_due';
  const deed = isPaid && hasPortal ? 'manage' : 'subscribe';
  if (description === 'Free') {
    const text =
      status === 'ended'
        ? 'Plus has ended. What you made with it is still here.'
        : 'Everything here is free to use. Plus gives more room.';
    return { title: 'Free', text, deed, isWarning: false };
  }
  if (status === 'past_due') {
    const text =
      'Your last payment failed: pay it in the portal. Plus goes on while the till tries again.';
    return { title: 'Plus', text, deed: hasPortal ? 'pay' : deed, isWarning: true };
  }
  const isByCode = sources.includes('code');
  const facts = [
    renews !== null && `Renews on ${dateText(renews)}.`,
    ends !== null && `Ends on ${dateText(ends)}. What you made with it stays here.`,
    renews === null && ends === null && 'It does not end.',
    isByCode && !isPaid && 'It comes from a code.',
    isByCode && isPaid && 'A code of yours gives it, too.',
  ];
  return { title: 'Plus', text: facts.filter(Boolean).join(' '), deed, isWarning: false };
}
