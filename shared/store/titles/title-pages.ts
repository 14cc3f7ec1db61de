import type {Document} from 'mongodb';
import {
	type Conditions,
	type ListFilter,
	type ListGroups,
	searchConditions,
	searchIndex,
	titleStartConditions,
} from '../../lists/filter.ts';
import {createLetters, type Letter} from '../../lists/letters.ts';
import {type Documents, indexOf, type SortOrder} from '../../lists/ordered.ts';
import {createPager, type Page} from '../../lists/pager.ts';
import type {Revisions} from '../../lists/revisions.ts';

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

/** The filters that lists of movies and of series share. Bounds are included. */
export interface Facets {
	minYear?: number;
	maxYear?: number;
	minRating?: number;
	qualityProfileId?: string;
	rootFolderPath?: string;
	/** Code of the language that it was made in. */
	originalLanguage?: string;
	/** Bytes. */
	minSize?: number;
	maxSize?: number;
}

/** How a list of titles is narrowed besides, by labels and words. */
interface Narrowed {
	search?: string;
	/** How the title begins. */
	titleStart?: string;
	/** A label. */
	tag?: string;
	libraryId?: string;
}

/** Which titles a list has, by what all titles have. */
export interface TitleFilter extends Facets, Narrowed {
	monitored?: boolean;
	downloaded?: boolean;
	genre?: string;
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
function facetIndex(fields: readonly string[]): string | null {
	const [only = '', ...others] = fields;
	return others.length === 0 ? (indexOfField[only] ?? null) : null;
}

/** The index that counts a list with this one condition, if it is a range. */
function countingIndex(fields: readonly string[]): {counts?: string} {
	const [only = '', ...others] = fields;
	return others.length === 0 && ['metaRating', 'year'].includes(only) ? {counts: indexOf(only)} : {};
}

/** What a list is filtered by beside what it shares with other lists of titles. */
interface OwnFilter {
	/** On fields that the order by title has, so that it counts them. */
	conditions: Conditions;
	/** On a field that only the index has which is named here. */
	apart?: Conditions;
	/** The index that fits best, unless a label, a library or words have a better one. */
	index?: string | null;
	/** Whether one of the conditions may leave so few titles that an index of its field fits; yes unless said. */
	isSelective?: boolean;
	/** The aspect of a field, if it is not named like the field. */
	aspects?: Readonly<Record<string, string>>;
}

export function titleFilter({search, titleStart, tag, libraryId}: Narrowed, own: OwnFilter): ListFilter {
	const {conditions, apart = {}, index = null, isSelective = true, aspects = {}} = own;
	const fields = Object.keys(conditions);
	const found = search === undefined ? null : searchConditions(search);
	const start = titleStart === undefined ? {} : titleStartConditions(titleStart);
	const labelled = {...(tag !== undefined && {tags: tag}), ...(libraryId !== undefined && {libraryId})};
	const labelledIndex = tag === undefined ? (libraryId === undefined ? null : libraryIndex) : tagIndex;
	const others = [...Object.keys(apart), ...Object.keys(labelled), ...(found ? ['searchParts'] : []), ...Object.keys(start)];
	return {
		key: JSON.stringify([conditions, apart, tag, libraryId, found?.key, start]),
		conditions: {...conditions, ...apart, ...labelled, ...found?.conditions, ...start},
		aspects: [...fields.map(field => aspects[field] ?? field), ...others],
		index: found ? searchIndex : (labelledIndex ?? index ?? (isSelective ? facetIndex(fields) : null)),
		fields,
		...(Object.keys(apart).length === 0 && countingIndex(fields)),
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

export interface TitlePageQuery<Field extends string> {
	page: number;
	limit: number;
	sort: {field: Field; direction: 'asc' | 'desc'};
	/** Reads the quality profiles in their order; for that sort. */
	profileIds?: () => Promise<readonly string[]>;
}

type FilterOf<Query> = Omit<Query, keyof TitlePageQuery<string>>;

interface TitleList<Query> {
	documents: () => Documents;
	revisions: Revisions;
	byTitle: SortOrder;
	/** Orders with an index of their own, by the field that lists are sorted by. */
	orders: Readonly<Record<string, SortOrder>>;
	/** Orders of a few groups, each by title. */
	groups: Readonly<Record<string, ListGroups>>;
	toFilter(filter: FilterOf<Query>): ListFilter;
}

export interface TitlePages<Query> {
	/** One page of the titles, and how many there are. */
	page(query: Query, projection: Document): Promise<Page>;
	letters(filter: FilterOf<Query>): Promise<Letter[]>;
}

/** The pages of all movies, or of all series. */
export function createTitlePages<Query extends TitlePageQuery<string>>(list: TitleList<Query>): TitlePages<Query> {
	const {documents, revisions, byTitle, orders, groups, toFilter} = list;
	const pager = createPager({documents, revisions, counted: byTitle});
	const letters = createLetters(documents, {revisions, order: byTitle});
	return {
		async page({page, limit, sort: {field, direction}, profileIds, ...filters}, projection) {
			const request = {filter: toFilter(filters), isDownward: direction === 'desc', page, limit, projection};
			const grouped = field === 'qualityProfile' ? byProfile((await profileIds?.()) ?? []) : groups[field];
			if (grouped) {
				return pager.pageOfGroups({...request, order: byTitle}, grouped, ({index}) => orderWithin(byTitle, byTitle, index));
			}
			const order = orders[field];
			if (!order) {
				throw new TypeError(`Titles have no order ${field}.`);
			}
			return pager.page({...request, order: orderWithin(byTitle, order, request.filter.index)});
		},
		letters: filter => letters(toFilter(filter)),
	};
}
