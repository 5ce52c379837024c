/** A start that cannot go on for a reason that the operator can mend: the message is shown alone, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The short reason inside an error of Node or a driver: its code where it has one, else its message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = error.message.trim();
  if (!code || message.includes(code)) return message || code || error.name;
  return message ? `${code}: ${message}` : code;
}
