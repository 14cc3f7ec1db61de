import {BlockList, isIPv4, isIPv6} from 'node:net';

/** RFC 6890 and its successors: ranges that do not lead to a host on the public internet. */
const privateRanges4 = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	// Azure tells machines about themselves here.
	'168.63.129.16/32',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/4',
	'240.0.0.0/4',
];

/**
 * Teredo (2001::/32) and local NAT64 (64:ff9b:1::/48) are refused entirely, because the address does
 * not show where they lead.
 */
const privateRanges6 = [
	'::/127',
	'64:ff9b:1::/48',
	'100::/64',
	'100:0:0:1::/64',
	'2001::/32',
	'2001:2::/48',
	'2001:10::/28',
	'2001:20::/28',
	'2001:db8::/32',
	'3fff::/20',
	'5f00::/16',
	'fc00::/7',
	'fe80::/10',
	'fec0::/10',
	'ff00::/8',
];

/** Prefixes of IPv6 addresses whose last 32 bits are an IPv4 address: mapped, translated, compatible, NAT64. */
const carriers = ['::ffff:', '::ffff:0:', '::', '64:ff9b::'];

const blocked = createBlockList();

function createBlockList(): BlockList {
	const list = new BlockList();
	for (const range of privateRanges6) {
		const [first = '', bits] = range.split('/');
		list.addSubnet(first, Number(bits), 'ipv6');
	}
	for (const range of privateRanges4) {
		const [first = '', bits] = range.split('/');
		list.addSubnet(first, Number(bits), 'ipv4');
		for (const carrier of carriers) {
			list.addSubnet(carrier + first, 96 + Number(bits), 'ipv6');
		}
		// 6to4 has the IPv4 address after its first 16 bits.
		const [a = 0, b = 0, c = 0, d = 0] = first.split('.').map(Number);
		list.addSubnet(`2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::`, 16 + Number(bits), 'ipv6');
	}
	return list;
}

/**
 * Is this IP literal (`10.0.0.1`, `::1`, `fe80::1%eth0`, `[::1]`) anything but a public unicast address? False for text
 * that is not an IP literal; see `isAddress`.
 */
export function isPrivateAddress(text: string): boolean {
	const address = normalized(text);
	if (isIPv4(address)) {
		return blocked.check(address, 'ipv4');
	}
	const [withoutZone = ''] = address.split('%');
	return isIPv6(withoutZone) && blocked.check(withoutZone, 'ipv6');
}

/**
 * Is this text an IP literal, with or without brackets? With a zone (`1.1.1.1%.example`) some resolvers take it for a
 * name, and only link-local addresses need a zone.
 */
export function isAddress(text: string): boolean {
	const address = normalized(text);
	return isIPv4(address) || (isIPv6(address) && !address.includes('%'));
}

/** Without brackets, and without the leading zeros that Node.js refuses and others read. */
function normalized(text: string): string {
	const address = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
	return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(address) ? address.split('.').map(Number).join('.') : address;
}

/** Endings that no public name server answers for (RFC 6761, 6762 and 8375, and what ICANN reserves or withholds). */
const localEndings = ['localhost', 'local', 'home.arpa', 'internal', 'lan', 'home', 'corp', 'intranet', 'private', 'localdomain'];

/** A name that only name servers of the home network answer for: without a dot, or with a local ending. */
export function isLocalName(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	return !name.includes('.') || localEndings.some(ending => name.endsWith(`.${ending}`));
}

/** Does the URL itself show that it leads to a private host? Host names are checked again when they are resolved. */
export function isPrivateHost(url: URL): boolean {
	const host = canonicalHost(url);
	return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host);
}

/** The URL parser normalizes IPv4 addresses only for web schemes. */
function canonicalHost({hostname}: URL): string {
	const web = URL.parse(`http://${hostname}/`);
	return (web?.hostname ?? hostname).toLowerCase().replace(/\.$/, '');
}

/** Does this IP literal, such as `127.0.0.1`, `::1` or `::ffff:127.0.0.1`, lead to this machine itself? */
export function isLoopback(address: string): boolean {
	return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address);
}

/** How many addresses of a torrent lead to private networks. The addresses themselves are not for everybody. */
export interface PrivateAddresses {
	trackers: number;
	webSeeds: number;
	peers: number;
}

export const noPrivateAddresses: PrivateAddresses = {trackers: 0, webSeeds: 0, peers: 0};

/** The message in the queue about addresses that are not contacted; null if there are none. */
export function refusedText(found: PrivateAddresses): string | null {
	const counts = countsText(found);
	return counts && `${counts} of this torrent in your home network ${wereNot(found)} contacted. ${allow}.`;
}

/** The message in the queue about addresses that the download client was not given. */
export function leftOutText(found: PrivateAddresses): string | null {
	const counts = countsText(found);
	return counts && `${counts} of this torrent in your home network ${wereNot(found)} used. ${allow}, then grab it again.`;
}

const allow = 'Home networks can be allowed in Settings › Access and network';
const wereNot = ({trackers, webSeeds, peers}: PrivateAddresses) => (trackers + webSeeds + peers === 1 ? 'was not' : 'were not');

function countsText({trackers, webSeeds, peers}: PrivateAddresses): string | null {
	const counts = [countText(trackers, 'tracker'), countText(webSeeds, 'web seed'), countText(peers, 'peer')].filter(each => each !== '');
	return counts.length > 0 ? counts.join(', ') : null;
}

function countText(count: number, what: string): string {
	return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}

const impliedPorts: Readonly<Record<string, string>> = {'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443'};

/** `host:port` of a URL, with the port that its scheme implies, which `URL.host` leaves out. */
export function hostAndPort({hostname, port, protocol}: URL): string {
	return `${hostname}:${port || (impliedPorts[protocol] ?? '')}`;
}

/** Do both lead to the same port of the same host? `http://nas` and `https://nas` do not. False for what is no URL. */
export function isSameHostAndPort(one: string | URL, other: string | URL): boolean {
	const [a, b] = [URL.parse(String(one)), URL.parse(String(other))];
	return a !== null && b !== null && hostAndPort(a) === hostAndPort(b);
}
