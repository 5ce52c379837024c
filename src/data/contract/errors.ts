import * as z from 'zod';
import { ERROR_STATUS, type ErrorCode } from './apiError.ts';

export { ApiError, ERROR_STATUS, type ErrorCode } from './apiError.ts';

/** The one shape of a failed answer. */
export const ErrorAnswerSchema = z.object({
  ok: z.literal(false),
  message: z.string(),
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
  }),
  validationErrors: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswerSchema>;
