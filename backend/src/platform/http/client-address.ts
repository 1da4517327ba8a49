/** Some proxies add the port: `203.0.113.7:52044`, `[2001:db8::1]:443`. */
const IPV4_AND_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;
const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (text: string): string[] => text.split(':').filter(Boolean);

export const withoutPort = (ip: string): string =>
  (IPV4_AND_PORT.exec(ip) ?? IN_BRACKETS.exec(ip))?.[1] ?? ip;

/**
 * The key that identifies a client in limits per address: its IPv4 address or the /64 network of
 * its IPv6 address, because one customer usually gets at least a /64.
 */
export const clientAddress = (request: Readonly<{ ip?: string | undefined }>): string => {
  const ip = withoutPort(request.ip ?? '');
  const ipv4 = IPV4_MAPPED.exec(ip)?.[1];
  if (ipv4 || !ip.includes(':')) return ipv4 ?? ip;
  const [head = '', tail] = ip.split('::');
  const headGroups = groupsOf(head);
  const tailGroups = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, GROUPS - headGroups.length - tailGroups.length)).fill(
    '0',
  );
  const network = [...headGroups, ...zeros, ...tailGroups].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
};
