import {countOf, type Item} from './item.ts';

export interface Swarm {
	seeders: number | null;
	leechers: number | null;
	peers: number | null;
}

const patterns = {
	seeders: [/\bseed(?:er)?(?:s|\(s\))?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}seed(?:er)?(?:s|\(s\))?(?![a-z])/i],
	leechers: [/\bleech(?:er)?(?:s|\(s\))?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}leech(?:er)?(?:s|\(s\))?(?![a-z])/i],
	peers: [/\bpeers?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}peers?(?![a-z])/i],
};

/** Reads the peer counts from attributes or elements, otherwise from the text of the description. */
export function readSwarm(item: Item, description: string): Swarm {
	const seeders = countOf(item, 'seeders', 'seeds') ?? countIn(description, patterns.seeders);
	const leechers = countOf(item, 'leechers') ?? countIn(description, patterns.leechers);
	const peers = countOf(item, 'peers') ?? countIn(description, patterns.peers);
	return {
		seeders,
		leechers: leechers ?? (seeders !== null && peers !== null ? Math.max(peers - seeders, 0) : null),
		peers: peers ?? (seeders !== null && leechers !== null ? seeders + leechers : null),
	};
}

function countIn(text: string, choices: RegExp[]): number | null {
	const found = choices.map(pattern => pattern.exec(text)?.[1]).find(digits => digits !== undefined);
	return found === undefined ? null : Number(found);
}
