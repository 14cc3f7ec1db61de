import {noPrivateAddresses, type PrivateAddresses} from '#shared/network-address.ts';

/** The addresses of one torrent that are not contacted, because they are private. */
export interface Refusals {
	/** Returns false if it was known already. */
	note(kind: keyof PrivateAddresses, address: string): boolean;
	/** It was reached after all. */
	forget(kind: keyof PrivateAddresses, address: string): void;
	/** None once private addresses are allowed. */
	count(): PrivateAddresses;
}

/** Addresses that are remembered. Trackers and peers may name any number. */
const maxKnown = 500;

export function createRefusals(allowPrivate: () => boolean): Refusals {
	const known = {trackers: new Set<string>(), webSeeds: new Set<string>(), peers: new Set<string>()};
	return {
		note(kind, address) {
			const isNew = !known[kind].has(address);
			if (isNew && known[kind].size < maxKnown) {
				known[kind].add(address);
			}
			return isNew;
		},
		forget: (kind, address) => void known[kind].delete(address),
		count: () =>
			allowPrivate() ? noPrivateAddresses : {trackers: known.trackers.size, webSeeds: known.webSeeds.size, peers: known.peers.size},
	};
}
