/** What is decoded first: what plays, then what comes next, then what is only seen. */
export const DECODE_PRIORITIES = ['playing', 'next', 'visible'] as const;
export type DecodePriority = (typeof DECODE_PRIORITIES)[number];
