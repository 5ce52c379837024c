import * as z from 'zod';
import { SIGN_UPS, type SignUps } from '../src/data/contract/allowance.ts';
import type { PlanSettings } from './planSettings.ts';

const MB = 1024 * 1024;
const MOST_MB = 100_000_000;
const EXPECTED = 'a whole number of megabytes, or 0 or "off" for none';

/** Megabytes as bytes; null for none. */
const quota = z
  .string()
  .regex(/^(\d{1,9}|off)$/, EXPECTED)
  .transform((text) => (text === 'off' ? 0 : Number(text)))
  .refine((megabytes) => megabytes <= MOST_MB, EXPECTED)
  .transform((megabytes) => (megabytes === 0 ? null : megabytes * MB));

const onOff = z.enum(['on', 'off'], { error: '"on" or "off"' }).transform((word) => word === 'on');

/** Settings about what accounts may do; part of the server's settings. */
export const ACCOUNT_ENVIRONMENT = {
  SIGN_UPS: z.enum(SIGN_UPS, { error: `one of ${SIGN_UPS.join(', ')}` }).default('open'),
  ACCOUNT_QUOTA_MB: quota.default(1024 * MB),
  CONFIRM_EMAIL: onOff.optional(),
  UNCONFIRMED_QUOTA_MB: quota.default(20 * MB),
};

type AccountEnvironment = z.output<z.ZodObject<typeof ACCOUNT_ENVIRONMENT>>;

/** What the operator decided about accounts. */
export interface AccountRules {
  /** Who may make an account: everyone, people with an invitation, no person. */
  readonly signUps: SignUps;
  /** Bytes that the files of one account may occupy; null for as many as there is room. */
  readonly quotaBytes: number | null;
  /** Is a new account asked to show that its address is its own? */
  readonly confirmsEmail: boolean;
  /** The same until that is done; null for no other quota. */
  readonly unconfirmedQuotaBytes: number | null;
  /** What plus raises; null where there are no plans. */
  readonly plus: { readonly quotaBytes: number } | null;
}

/** What the variables say beside those of accounts. */
interface Beside {
  /** Is there a relay, so that mail arrives? */
  readonly sendsMail: boolean;
  readonly plans: Pick<PlanSettings, 'isOn' | 'plusQuotaBytes'>;
}

/** Rules out of the checked variables. */
export function accountRules(
  values: AccountEnvironment,
  { sendsMail, plans }: Beside,
): AccountRules {
  return {
    signUps: values.SIGN_UPS,
    quotaBytes: values.ACCOUNT_QUOTA_MB,
    confirmsEmail: values.CONFIRM_EMAIL ?? sendsMail,
    unconfirmedQuotaBytes: values.UNCONFIRMED_QUOTA_MB,
    plus: plans.isOn ? { quotaBytes: plans.plusQuotaBytes } : null,
  };
}
