import {toHexInfoHash} from './info-hash.ts';

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
const longestMagnet = 65_536;

const sha256Multihash = /^1220([0-9a-f]{64})$/;

/**
 * Parses a magnet link. Null when the text is not one, or names no BitTorrent hash.
 * Source: BEP 9 (`btih` as hex or base32), BEP 52 (`btmh` as a SHA-256 multihash).
 */
export function parseMagnet(text: string): Magnet | null {
	const link = text.trim();
	if (link.length > longestMagnet || link.slice(0, 8).toLowerCase() !== 'magnet:?') {
		return null;
	}

	const params = [...new URLSearchParams(link.slice(8))];
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
