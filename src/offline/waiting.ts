/** How long the network is waited for. */

/** Did a proxy answer because the server behind it did not? */
export const isGatewayDown = (status: number): boolean => status === 502 || status === 504;

/** What a promise gives, or undefined when it takes longer. It goes on. @throws what it throws in time */
export async function withinMs<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // The page may be gone.
    work.catch(() => {});
  }
}
