/**
 * So many calendar months later, in UTC; on the last day of a month that does not have the day.
 * @param fromMs milliseconds since the epoch
 */
export function addMonths(fromMs: number, months: number): number {
  const to = new Date(fromMs);
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const [year, month] = [to.getUTCFullYear(), to.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to.getTime();
}
