import type {Schema} from '../schema/document.ts';

/** A quality, or qualities that count as equal. */
export interface Rank {
	quality?: string;
	group?: {name: string; qualities: string[]};
	allowed: boolean;
}

export const nameOfRank = ({quality, group}: Rank) => quality ?? group?.name ?? '';
export const qualitiesOf = ({quality, group}: Rank) => group?.qualities ?? (quality ? [quality] : []);

/** Every quality on its own, from the schema of a profile. */
export function allQualities(schema: Schema): Rank[] {
	const all = schema.properties?.['items']?.items?.properties?.['quality']?.enum ?? [];
	return all.map(each => ({quality: String(each), allowed: false}));
}

export function moved<T>(ranks: readonly T[], from: number, to: number): T[] {
	const others = ranks.filter((_each, index) => index !== from);
	const rank = ranks[from];
	return rank && to >= 0 && to <= others.length ? [...others.slice(0, to), rank, ...others.slice(to)] : [...ranks];
}

/**
 * Makes one rank of two neighbours.
 * @param index The upper one.
 */
export function joined(ranks: readonly Rank[], index: number): Rank[] {
	const upper = ranks[index];
	const lower = ranks[index + 1];
	if (!upper || !lower) {
		return [...ranks];
	}
	const qualities = [...qualitiesOf(upper), ...qualitiesOf(lower)];
	const name = upper.group?.name ?? lower.group?.name ?? freeName(ranks, `${nameOfRank(upper)} and ${nameOfRank(lower)}`);
	return [...ranks.slice(0, index), {group: {name, qualities}, allowed: upper.allowed || lower.allowed}, ...ranks.slice(index + 2)];
}

/** Gives each quality of a group its own rank. */
export function split(ranks: readonly Rank[], index: number): Rank[] {
	return ranks.flatMap((rank, at) => (at === index ? qualitiesOf(rank).map(quality => ({quality, allowed: rank.allowed})) : [rank]));
}

function freeName(ranks: readonly Rank[], name: string) {
	const taken = ranks.map(nameOfRank);
	return taken.includes(name) ? `${name} (2)` : name;
}
