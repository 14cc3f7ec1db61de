type Range = readonly [first: string, bits: number];

/** RFC 6890 and its successors: ranges that do not lead to a host on the public internet. */
const privateRanges4: readonly Range[] = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	// Azure tells machines about themselves here.
	['168.63.129.16', 32],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
];

/**
 * Teredo (2001::/32) and local NAT64 (64:ff9b:1::/48) are refused entirely, because the address does
 * not show where they lead.
 */
const privateRanges6: readonly Range[] = [
	['::', 127],
	['64:ff9b:1::', 48],
	['100::', 64],
	['100:0:0:1::', 64],
	['2001::', 32],
	['2001:2::', 48],
	['2001:10::', 28],
	['2001:20::', 28],
	['2001:db8::', 32],
	['3fff::', 20],
	['5f00::', 16],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
	['ff00::', 8],
];

/** Addresses that embed an IPv4 address: the range, and the group at which the embedded address begins. */
const carriers: readonly (readonly [Range, group: number])[] = [
	[['::ffff:0:0', 96], 6],
	[['::ffff:0:0:0', 96], 6],
	[['::', 96], 6],
	[['64:ff9b::', 96], 6],
	[['2002::', 16], 1],
];

/**
 * Is this IP literal (`10.0.0.1`, `::1`, `fe80::1%eth0`, `[::1]`) anything but a public unicast address? False for text
 * that is not an IP literal; see `isAddress`.
 */
export function isPrivateAddress(text: string): boolean {
	const address = withoutBrackets(text);
	const four = parse4(address);
	if (four) {
		return isPrivate4(four);
	}
	const six = parse6(address.split('%')[0] ?? '');
	return six ? isPrivate6(six) : false;
}

/**
 * Is this text an IP literal, with or without brackets? With a zone it may be a name to whoever connects
 * (`1.1.1.1%.example`), and only link-local addresses need one.
 */
export function isAddress(text: string): boolean {
	const address = withoutBrackets(text);
	return parse4(address) !== null || parse6(address) !== null;
}

function isPrivate4(bytes: number[]): boolean {
	return privateRanges4.some(([first, bits]) => isWithin(bytes, parse4(first) ?? [], {bits, width: 8}));
}

function isPrivate6(groups: number[]): boolean {
	if (privateRanges6.some(range => isWithinRange6(groups, range))) {
		return true;
	}
	const carrier = carriers.find(([range]) => isWithinRange6(groups, range));
	if (!carrier) {
		return false;
	}
	const [high = 0, low = 0] = groups.slice(carrier[1]);
	return isPrivate4([high >> 8, high & 255, low >> 8, low & 255]);
}

function isWithinRange6(groups: number[], [first, bits]: Range): boolean {
	return isWithin(groups, parse6(first) ?? [], {bits, width: 16});
}

function isWithin(parts: number[], first: number[], {bits, width}: {bits: number; width: number}): boolean {
	return first.every((part, index) => {
		const left = Math.min(Math.max(bits - index * width, 0), width);
		return part >> (width - left) === (parts[index] ?? 0) >> (width - left);
	});
}

function withoutBrackets(text: string): string {
	return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
}

function parse4(text: string): number[] | null {
	const parts = text.split('.');
	const fine = parts.length === 4 && parts.every(part => /^\d{1,3}$/.test(part) && Number(part) < 256);
	return fine ? parts.map(Number) : null;
}

function parse6(text: string): number[] | null {
	if (!text.includes(':') || text.length > 45) {
		return null;
	}
	const halves = text.split('::');
	const [head, tail] = [toGroups(halves[0] ?? ''), toGroups(halves[1] ?? '')];
	if (halves.length > 2 || !head || !tail) {
		return null;
	}
	const missing = 8 - head.length - tail.length;
	if (halves.length === 1) {
		return missing === 0 ? head : null;
	}
	return missing >= 1 ? [...head, ...new Array<number>(missing).fill(0), ...tail] : null;
}

function toGroups(text: string): number[] | null {
	if (text === '') {
		return [];
	}
	const groups: number[] = [];
	for (const part of text.split(':')) {
		const four = parse4(part);
		if (four) {
			groups.push(((four[0] ?? 0) << 8) | (four[1] ?? 0), ((four[2] ?? 0) << 8) | (four[3] ?? 0));
			continue;
		}
		if (!/^[\da-f]{1,4}$/i.test(part)) {
			return null;
		}
		groups.push(Number.parseInt(part, 16));
	}
	return groups;
}
