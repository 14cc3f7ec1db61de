import {Invalid} from '#shared/errors.ts';
import {noPrivateAddresses, type PrivateAddresses} from '#shared/network-address.ts';
import {type Bencoded, decodeBencoded, encodeBencoded, joinDictionary, sliceDictionary} from './bencode.ts';
import {type AddressRule, countPrivate, type IsUsable, trackerKinds, usableAddress, webSeedKinds} from './magnet.ts';

/** A torrent file with more is an attack or a mistake. */
export const maxTrackers = 100;
const maxWebSeeds = 20;

/** Everything outside of the info dictionary that makes a client contact an address. */
const addressKeys = ['announce', 'announce-list', 'httpseeds', 'nodes', 'url-list'];

/**
 * The same torrent with usable trackers and web seeds only. Its info dictionary keeps its exact bytes, and so its hash.
 * Throws Invalid `not_a_torrent`.
 */
export function rebuildTorrent(bytes: Uint8Array, rule: AddressRule): Uint8Array {
	const slices = slicesOf(bytes);
	const tiers = usableTiers(slices, usableAddress(trackerKinds, rule));
	const seeds = textsIn(slices.get('url-list')).filter(usableAddress(webSeedKinds, rule)).slice(0, maxWebSeeds);
	const [first] = tiers.flat();
	const rebuilt = new Map([...slices].filter(([key]) => !addressKeys.includes(key)));
	if (first !== undefined) {
		rebuilt.set('announce', encodeBencoded(first));
	}
	if (tiers.flat().length > 1) {
		rebuilt.set('announce-list', encodeBencoded(tiers));
	}
	if (seeds.length > 0) {
		rebuilt.set('url-list', encodeBencoded(seeds));
	}
	return joinDictionary(rebuilt);
}

/** How many addresses `rebuildTorrent` leaves out because they are private. */
export function privateAddressesOf(bytes: Uint8Array, rule: AddressRule): PrivateAddresses {
	const slices = slicesOf(bytes);
	return {
		...noPrivateAddresses,
		trackers: countPrivate(tiersOf(slices).flat(), trackerKinds, rule),
		webSeeds: countPrivate(textsIn(slices.get('url-list')), webSeedKinds, rule),
	};
}

/** The info dictionary of the same torrent, and nothing around it: no address, and nothing to trip over. */
export function withoutAddresses(bytes: Uint8Array): Uint8Array {
	return joinDictionary(new Map([...slicesOf(bytes)].filter(([key]) => key === 'info')));
}

export function webSeedsOf(bytes: Uint8Array): string[] {
	return textsIn(slicesOf(bytes).get('url-list'));
}

function slicesOf(bytes: Uint8Array): Map<string, Uint8Array> {
	try {
		return sliceDictionary(bytes);
	} catch (error) {
		throw new Invalid('not_a_torrent', 'The file is not a torrent file. Choose another release.', [], {cause: error});
	}
}

/** BEP 12: a list of tiers replaces the single tracker. */
function tiersOf(slices: ReadonlyMap<string, Uint8Array>): string[][] {
	const list = slices.get('announce-list');
	const tiers = list ? listOf(decodeBencoded(list)).map(tier => listOf(tier).map(toText)) : [];
	return tiers.flat().length > 0 ? tiers : [textsIn(slices.get('announce'))];
}

function usableTiers(slices: ReadonlyMap<string, Uint8Array>, isUsable: IsUsable): string[][] {
	let left = maxTrackers;
	const usable: string[][] = [];
	for (const tier of tiersOf(slices)) {
		const taken = tier.filter(isUsable).slice(0, left);
		left -= taken.length;
		if (taken.length > 0) {
			usable.push(taken);
		}
	}
	return usable;
}

/** One text, or a list of texts. */
function textsIn(slice: Uint8Array | undefined): string[] {
	const value = slice ? decodeBencoded(slice) : [];
	return (Array.isArray(value) ? value : [value]).map(toText).filter(text => text !== '');
}

function listOf(value: Bencoded): Bencoded[] {
	return Array.isArray(value) ? value : [];
}

function toText(value: Bencoded): string {
	return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : '';
}
