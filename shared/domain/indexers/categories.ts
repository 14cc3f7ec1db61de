import type {Capabilities} from './capabilities.ts';

const trees = {movie: 2000, tv: 5000};
export const animeCategory = 5070;

/**
 * The categories to ask for. Those of the other medium are left out; numbers outside both trees are
 * the site's own and stay.
 */
export function categoriesFor(media: 'movie' | 'tv' | null, configured: readonly number[]): number[] {
	const unwanted = media === null ? [] : [media === 'movie' ? trees.tv : trees.movie];
	return [...new Set(configured.filter(id => !unwanted.includes(treeOf(id))))];
}

export function hasTree(media: 'movie' | 'tv', categories: readonly number[]): boolean {
	return categories.some(id => treeOf(id) === trees[media]);
}

function treeOf(id: number): number {
	return Math.floor(id / 1000) * 1000;
}

/**
 * Where to find anime. An indexer configured for all of TV is asked for its anime category; one with anime categories
 * of its own is asked for those.
 */
export function animeCategoriesFor(configured: readonly number[]): number[] {
	const tv = categoriesFor('tv', configured);
	return tv.includes(trees.tv) || tv.includes(animeCategory) ? [animeCategory] : tv;
}

/** The `configured` categories that the indexer has; all of them when it lists none. */
export function knownCategories(configured: readonly number[], {categories}: Pick<Capabilities, 'categories'>): number[] {
	const known = new Set(categories.flatMap(({id, children}) => [id, ...children.map(child => child.id)]));
	const parents = new Set([...known].map(treeOf));
	return known.size === 0 ? [...configured] : configured.filter(id => known.has(id) || parents.has(id));
}
