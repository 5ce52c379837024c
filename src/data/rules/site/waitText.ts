/** A length of time in two units at most: `42 s`, `3 min 20 s`, `5 h 10 min`, `2 days 4 h`. */
export function waitText(ms: number): string {
  const units = [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  const at = units.findIndex(([, unitMs]) => ms >= unitMs);
  if (at < 0) return 'under 1 s';
  const [name, unitMs] = units[at]!;
  const whole = Math.floor(ms / unitMs);
  const first = `${whole} ${name === 'days' && whole === 1 ? 'day' : name}`;
  const smaller = units[at + 1];
  const rest = smaller ? Math.floor((ms % unitMs) / smaller[1]) : 0;
  return rest > 0 ? `${first} ${rest} ${smaller![0]}` : first;
}
