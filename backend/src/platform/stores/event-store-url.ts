const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_ANSWER_MS = 2_000;
/** The client asks one node after another for the leader, and a frozen node never responds. */
const GOSSIP_TIMEOUT_SECONDS = 1;

/** Whether the client finds the leader through the gossip of several nodes. */
export const isCluster = (url: string): boolean =>
  url.startsWith('esdb+discover:') || /^[^?]*,/.test(url);

/**
 * Detects a dead connection within twelve seconds; the client warns about shorter intervals. gRPC
 * shares connections between channels with equal options, so each client gets a different timeout.
 */
export const withTimeouts = (url: string, clientNumber: number): string => {
  const keepAliveTimeout = KEEP_ALIVE_ANSWER_MS + (clientNumber % 1_000);
  const defaults = [
    ...(/keepAlive/i.test(url)
      ? []
      : [`keepAliveInterval=${KEEP_ALIVE_MS}`, `keepAliveTimeout=${keepAliveTimeout}`]),
    ...(/gossipTimeout/i.test(url) ? [] : [`gossipTimeout=${GOSSIP_TIMEOUT_SECONDS}`]),
  ];
  if (defaults.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${defaults.join('&')}`;
};
