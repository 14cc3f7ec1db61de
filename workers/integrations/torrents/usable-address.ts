import {hostAndPort} from '#shared/domain/network/host-and-port.ts';
import {isPrivateHost} from '#shared/private-address.ts';

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

/**
 * Refuses what shows by itself that it leads to a private host. A host name is checked again by whoever connects.
 */
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
