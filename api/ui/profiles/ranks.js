/**
 * A quality, or qualities that count as equal.
 * @typedef {{quality?: string, group?: {name: string, qualities: string[]}, allowed: boolean}} Rank
 */

/** @param {Rank} rank */
export const nameOfRank = ({quality, group}) => quality ?? group?.name ?? '';
/** @param {Rank} rank */
export const qualitiesOf = ({quality, group}) => group?.qualities ?? (quality ? [quality] : []);

/**
 * Every quality on its own, from the schema of a profile.
 * @param {import('../schema/document.js').Schema} schema
 * @returns {Rank[]}
 */
export function allQualities(schema) {
	const all = schema.properties?.['items']?.items?.properties?.['quality']?.enum ?? [];
	return all.map(each => ({quality: String(each), allowed: false}));
}

/** @template T @param {readonly T[]} ranks @param {number} from @param {number} to @returns {T[]} */
export function moved(ranks, from, to) {
	const others = ranks.filter((_each, index) => index !== from);
	const rank = ranks[from];
	return rank && to >= 0 && to <= others.length ? [...others.slice(0, to), rank, ...others.slice(to)] : [...ranks];
}

/**
 * Makes one rank of two neighbours.
 * @param {readonly Rank[]} ranks
 * @param {number} index The upper one.
 * @returns {Rank[]}
 */
export function joined(ranks, index) {
	const upper = ranks[index];
	const lower = ranks[index + 1];
	if (!upper || !lower) {
		return [...ranks];
	}
	const qualities = [...qualitiesOf(upper), ...qualitiesOf(lower)];
	const name = upper.group?.name ?? lower.group?.name ?? freeName(ranks, `${nameOfRank(upper)} and ${nameOfRank(lower)}`);
	return [...ranks.slice(0, index), {group: {name, qualities}, allowed: upper.allowed || lower.allowed}, ...ranks.slice(index + 2)];
}

/**
 * Gives each quality of a group its own rank.
 * @param {readonly Rank[]} ranks
 * @param {number} index
 * @returns {Rank[]}
 */
export function split(ranks, index) {
	return ranks.flatMap((rank, at) => (at === index ? qualitiesOf(rank).map(quality => ({quality, allowed: rank.allowed})) : [rank]));
}

/** @param {readonly Rank[]} ranks @param {string} name */
function freeName(ranks, name) {
	const taken = ranks.map(nameOfRank);
	return taken.includes(name) ? `${name} (2)` : name;
}
