import type {Caps, CategoryMapping} from './definition.ts';
import {categoriesBelow, standardCategory} from './standard-categories.ts';

/** Above this number are the categories of the site itself. */
const ownBase = 100_000;

/** The first two bytes of the text's SHA-1, the lower one first. */
export type ShortHash = (text: string) => number;

/** The number that a category of the site has for Prowlarr and Jackett too. */
export function ownCategory(id: string, shortHash: ShortHash): number {
	return /^\s*[+-]?\d{1,9}\s*$/.test(id) ? ownBase + Number(id) : ownBase + shortHash(id);
}

/** A mapping to an unknown category does not count at all. */
const isUnknown = ({category}: CategoryMapping) => category !== null && standardCategory(category) === null;

function numbersOf({id, category, description}: CategoryMapping, shortHash: ShortHash): number[] {
	const standard = category === null ? null : standardCategory(category);
	return [...(standard === null ? [] : [standard]), ...(description === null ? [] : [ownCategory(id, shortHash)])];
}

/**
 * Ids of the site for the wanted numbers, in the order of the file; those marked as default when it has none of them.
 */
export function siteCategories(caps: Caps, wanted: readonly number[], shortHash: ShortHash): string[] {
	const mappings = caps.mappings.filter(each => !isUnknown(each));
	const all = new Set(wanted.flatMap(categoriesBelow));
	const found = all.size === 0 ? [] : mappings.filter(each => numbersOf(each, shortHash).some(number => all.has(number)));
	const chosen = found.length > 0 ? found : mappings.filter(({isDefault}) => isDefault);
	return [...new Set(chosen.map(({id}) => id))];
}

/** Numbers of what a row of the site is in, by the id or the description of the category there. */
export function categoriesOf({mappings}: Caps, text: string, by: 'id' | 'description', shortHash: ShortHash): number[] {
	const wanted = text.toLowerCase();
	const found = mappings.filter(each => each[by]?.toLowerCase() === wanted && !isUnknown(each));
	return [...new Set(found.flatMap(each => numbersOf(each, shortHash)))];
}
