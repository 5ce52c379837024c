/** How long the network is waited for, and what stands in for it. */

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

/**
 * The network's answer where it comes soon and is one, else what is kept, else whatever the network says.
 * @param soon what the network was asked for, or undefined when that takes too long
 * @throws what the network threw where nothing is kept
 */
export async function freshOrKept(
  asked: Promise<Response>,
  soon: Promise<Response | undefined>,
  isAnswer: (answer: Response) => boolean,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    const answer = await soon;
    if (answer && isAnswer(answer)) return answer;
    return (await kept()) ?? (await asked);
  } catch (cause) {
    const found = await kept();
    if (found) return found;
    throw cause;
  }
}
