import type {Conditions, ListFilter, ListGroups} from '../../lists/filter.ts';
import {indexOf, type SortOrder} from '../../lists/ordered.ts';
import type {Page, PageRequest, Pager} from '../../lists/pager.ts';

/** The indexes of lists of one label, library, profile and the like; all are in the order of titles. */
export const tagIndex = indexOf('tag');
export const libraryIndex = indexOf('library');
export const profileIndex = indexOf('profile');
export const rootFolderIndex = indexOf('root_folder');
export const genreIndex = indexOf('genre');
export const languageIndex = indexOf('language');
export const qualityIndex = indexOf('quality');
const ordered: ReadonlySet<string | null> = new Set([
	...[tagIndex, libraryIndex, profileIndex, rootFolderIndex, genreIndex, languageIndex, qualityIndex],
]);

/** The index of a list that is filtered by this field alone. */
const indexOfField: Readonly<Record<string, string>> = {
	qualityProfileId: profileIndex,
	rootFolderPath: rootFolderIndex,
	originalLanguage: languageIndex,
	'file.quality': qualityIndex,
	// Those of the orders by size.
	'file.size': indexOf('file.size'),
	sizeOnDisk: indexOf('sizeOnDisk'),
};

/** The aspect of lists by label. */
export const tagsAspect = 'tags';

/** The filters that lists of movies and of series share, besides labels. Bounds are included. */
export interface Facets {
	minYear?: number | undefined;
	maxYear?: number | undefined;
	minRating?: number | undefined;
	qualityProfileId?: string | undefined;
	rootFolderPath?: string | undefined;
	/** Code of the language that it was made in. */
	originalLanguage?: string | undefined;
	/** Bytes. */
	minSize?: number | undefined;
	maxSize?: number | undefined;
}

/** What a title's own folder is part of. */
export const folderAspects = ['path', 'rootFolderPath'] as const;

export const facetAspects = ['year', 'metaRating', 'qualityProfileId', 'rootFolderPath', 'originalLanguage'] as const;

/** All but those by size, which movies and series store in different fields. */
export function facetConditions({minYear, maxYear, minRating, qualityProfileId, rootFolderPath, originalLanguage}: Facets): Conditions {
	const years = {...(minYear !== undefined && {$gte: minYear}), ...(maxYear !== undefined && {$lte: maxYear})};
	return {
		...(Object.keys(years).length > 0 && {year: years}),
		...(minRating !== undefined && {metaRating: {$gte: minRating}}),
		...(qualityProfileId !== undefined && {qualityProfileId}),
		...(rootFolderPath !== undefined && {rootFolderPath}),
		...(originalLanguage !== undefined && {originalLanguage}),
	};
}

/** The condition on a size in bytes; none if neither bound is given. */
export function sizeRange({minSize, maxSize}: Pick<Facets, 'minSize' | 'maxSize'>): {$gte: number; $lte?: number} | null {
	return minSize === undefined && maxSize === undefined ? null : {$gte: minSize ?? 0, ...(maxSize !== undefined && {$lte: maxSize})};
}

/** The index of a list that is filtered by nothing else than these fields; null for that of all titles. */
export function facetIndex(fields: readonly string[]): string | null {
	const [only = '', ...others] = fields;
	return others.length === 0 ? (indexOfField[only] ?? null) : null;
}

/** The index that counts a list with this one condition, if it is a range. */
export function countingIndex(fields: readonly string[]): {counts?: string} {
	const [only = '', ...others] = fields;
	return others.length === 0 && ['metaRating', 'year'].includes(only) ? {counts: indexOf(only)} : {};
}

/** Conditions of a list by label or library, and the index for it. */
interface Labelled {
	tag?: string | undefined;
	libraryId?: string | undefined;
}

export function labelledFilter({tag, libraryId}: Labelled): Pick<ListFilter, 'conditions' | 'aspects' | 'index'> {
	return {
		conditions: {...(tag !== undefined && {tags: tag}), ...(libraryId !== undefined && {libraryId})},
		aspects: [...(tag === undefined ? [] : [tagsAspect]), ...(libraryId === undefined ? [] : ['libraryId'])],
		index: tag === undefined ? (libraryId === undefined ? null : libraryIndex) : tagIndex,
	};
}

/** The order of titles within one label, library and the like, which has an index of its own. */
export function orderWithin(byTitle: SortOrder, order: SortOrder, index: string | null): SortOrder {
	return index !== null && ordered.has(index) && order === byTitle ? {...byTitle, index, columns: []} : order;
}

/** Groups of the values of one field. */
export const byValue = (field: string, values: readonly (string | boolean)[]): ListGroups => ({
	by: `$${field}`,
	aspect: field,
	all: values.map(value => ({value, conditions: {[field]: value}})),
});

/** First those that it is true of. */
export const yesAndNo = (field: string): ListGroups => byValue(field, [true, false]);

/** The titles of each of these profiles. */
const byProfile = (ids: readonly string[]): ListGroups => ({...byValue('qualityProfileId', ids), index: profileIndex});

interface SortedRequest extends Pick<PageRequest, 'filter' | 'isDownward' | 'limit' | 'page' | 'projection'> {
	byTitle: SortOrder;
	field: string;
	/** Orders with an index of their own, by the field that lists are sorted by. */
	orders: Readonly<Record<string, SortOrder>>;
	/** Orders of a few groups, each by title. */
	groups: Readonly<Record<string, ListGroups>>;
	/** Quality profiles in their order; for that sort. */
	profileIds: readonly string[];
}

/** One page of a list of titles, sorted by one of its fields. */
export function pageOfTitles(pager: Pager, {field, orders, groups, profileIds, byTitle, ...request}: SortedRequest): Promise<Page> {
	const grouped = field === 'qualityProfile' ? byProfile(profileIds) : groups[field];
	if (grouped) {
		return pager.pageOfGroups({...request, order: byTitle}, grouped, ({index}) => orderWithin(byTitle, byTitle, index));
	}
	const order = orders[field];
	if (!order) {
		throw new TypeError(`Titles have no order ${field}.`);
	}
	return pager.page({...request, order: orderWithin(byTitle, order, request.filter.index)});
}
