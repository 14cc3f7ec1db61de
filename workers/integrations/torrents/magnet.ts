import {hostAndPort, isPrivateHost} from '#shared/network-address.ts';
import {decodeEntities} from '../xml.ts';

export interface Magnet {
	/** Forty lower-case hex digits: the v1 hash, or the first forty of the v2 hash when there is no v1 hash. */
	infoHash: string;
	/** Sixty-four hex digits of a v2 or hybrid torrent, otherwise null. */
	infoHashV2: string | null;
	name: string | null;
	/** Bytes, if the link has them (`xl`). */
	size: number | null;
	trackers: string[];
}

/** Characters. A longer link is an attack or a mistake, because a hundred trackers fit into a tenth of this. */
const maxMagnetLength = 65_536;

const sha256Multihash = /^1220([0-9a-f]{64})$/;

/**
 * Parses a magnet link. Null when the text is not one, or names no BitTorrent hash.
 * Source: BEP 9 (`btih` as hex or base32), BEP 52 (`btmh` as a SHA-256 multihash).
 */
export function parseMagnet(text: string): Magnet | null {
	const link = text.trim();
	if (link.length > maxMagnetLength || link.slice(0, 8).toLowerCase() !== 'magnet:?') {
		return null;
	}
	// Sites also send links as they stand in their pages.
	const params = [...new URLSearchParams(decodeEntities(link.slice(8)))];
	const topics = valuesOf(params, 'xt');
	const infoHashV1 = firstOf(topics, 'urn:btih:', toHexInfoHash);
	const infoHashV2 = firstOf(topics, 'urn:btmh:', value => sha256Multihash.exec(value.toLowerCase())?.[1] ?? null);
	const infoHash = infoHashV1 ?? infoHashV2?.slice(0, 40);
	if (!infoHash) {
		return null;
	}
	const size = Number(valuesOf(params, 'xl')[0]);
	return {
		infoHash,
		infoHashV2,
		name: valuesOf(params, 'dn')[0]?.trim() || null,
		size: Number.isSafeInteger(size) && size > 0 ? size : null,
		trackers: [...new Set(valuesOf(params, 'tr'))],
	};
}

/** Characters and trackers. A longer name, or more trackers, is an attack or a mistake. */
const maxNameLength = 500;
const maxTrackers = 100;

/**
 * The link rebuilt from its hashes, its name and its usable trackers: everything else (`xs`, `as`, `ws`, `x.pe`)
 * makes a client contact what a stranger names.
 */
export function buildMagnet({infoHash, infoHashV2, name, trackers}: Magnet, rule: AddressRule): string {
	const isV2Only = infoHashV2?.startsWith(infoHash) ?? false;
	const topics = [...(isV2Only ? [] : [`urn:btih:${infoHash}`]), ...(infoHashV2 ? [`urn:btmh:1220${infoHashV2}`] : [])];
	const usable = trackers.filter(usableAddress(trackerKinds, rule)).slice(0, maxTrackers);
	const params = [
		...topics.map(topic => `xt=${topic}`),
		...(name ? [`dn=${encodeURIComponent(name.slice(0, maxNameLength).toWellFormed())}`] : []),
		...usable.map(tracker => `tr=${encodeURIComponent(tracker)}`),
	];
	return `magnet:?${params.join('&')}`;
}

/** Values of `key`, `key.1`, `key.2` …: this is how BEP 9 numbers repeated parameters. */
function valuesOf(params: [string, string][], key: string): string[] {
	return params.filter(([name, value]) => value !== '' && name.toLowerCase().split('.')[0] === key).map(([, value]) => value);
}

function firstOf(topics: string[], prefix: string, parse: (value: string) => string | null): string | null {
	for (const topic of topics) {
		const value = topic.toLowerCase().startsWith(prefix) ? parse(topic.slice(prefix.length)) : null;
		if (value) {
			return value;
		}
	}

	return null;
}

const hexHash = /^[0-9a-f]{40}$/i;
const base32Hash = /^[a-z2-7]{32}$/i;
const base32Alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Converts an info hash in hex or base32 to forty lower-case hex digits; null when it is neither. */
export function toHexInfoHash(text: string): string | null {
	const value = text.trim();
	if (hexHash.test(value)) {
		return value.toLowerCase();
	}
	return base32Hash.test(value) ? base32ToHex(value.toLowerCase()) : null;
}

function base32ToHex(text: string): string {
	const bits = [...text].map(letter => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
	return (bits.match(/.{4}/g) ?? []).map(nibble => Number.parseInt(nibble, 2).toString(16)).join('');
}

export interface AddressRule {
	/** `any` allows private addresses too: an administrator turned on `security.allowPrivateNetworks`. */
	network: 'any' | 'public';
	/** Host and port of the indexer an administrator entered, which may be private; null without one. */
	trustedHost: string | null;
}

/** May this address stand in a magnet link or torrent file that we pass on? */
export type IsUsable = (address: string) => boolean;

/** Characters. Real trackers with a passkey stay below 300. */
const maxAddressLength = 2000;

/** Refuses an address that is obviously private. A host name is checked again when it is connected to. */
export function usableAddress(kinds: readonly string[], {network, trustedHost}: AddressRule): IsUsable {
	return address => {
		const url = address.length <= maxAddressLength ? URL.parse(address) : null;
		return url !== null && kinds.includes(url.protocol) && (network === 'any' || hostAndPort(url) === trustedHost || !isPrivateHost(url));
	};
}

/** How many of the addresses only the rule about private networks refuses. */
export function countPrivate(addresses: readonly string[], kinds: readonly string[], rule: AddressRule): number {
	const [isAllowed, isKnown] = [usableAddress(kinds, rule), usableAddress(kinds, {...rule, network: 'any'})];
	return new Set(addresses.filter(address => isKnown(address) && !isAllowed(address))).size;
}

export const trackerKinds = ['http:', 'https:', 'udp:', 'ws:', 'wss:'];
export const webSeedKinds = ['http:', 'https:'];
