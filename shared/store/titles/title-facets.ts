import type {Conditions, ListGroups} from '../../lists/filter.ts';
import {indexOf} from '../../lists/ordered.ts';
import {profileIndex, rootFolderIndex} from './title-tags.ts';

/** What lists of movies and of series are filtered by alike, besides labels. Bounds are included. */
export interface Facets {
	minYear?: number | undefined;
	maxYear?: number | undefined;
	minRating?: number | undefined;
	qualityProfileId?: string | undefined;
	rootFolderPath?: string | undefined;
}

/** What a title's own folder is part of. */
export const folderAspects = ['path', 'rootFolderPath'] as const;

export const facetAspects = ['year', 'metaRating', 'qualityProfileId', 'rootFolderPath'] as const;

export function facetConditions({minYear, maxYear, minRating, qualityProfileId, rootFolderPath}: Facets): Conditions {
	const years = {...(minYear !== undefined && {$gte: minYear}), ...(maxYear !== undefined && {$lte: maxYear})};
	return {
		...(Object.keys(years).length > 0 && {year: years}),
		...(minRating !== undefined && {metaRating: {$gte: minRating}}),
		...(qualityProfileId !== undefined && {qualityProfileId}),
		...(rootFolderPath !== undefined && {rootFolderPath}),
	};
}

/** The index of a list that is filtered by nothing else than these fields; null for that of all titles. */
export function facetIndex(fields: readonly string[]): string | null {
	const [only, ...others] = fields;
	if (others.length > 0) {
		return null;
	}
	return only === 'qualityProfileId' ? profileIndex : only === 'rootFolderPath' ? rootFolderIndex : null;
}

/** The index that counts a list with this one condition, if it is a range. */
export function countingIndex(fields: readonly string[]): {counts?: string} {
	const [only = '', ...others] = fields;
	return others.length === 0 && ['metaRating', 'year'].includes(only) ? {counts: indexOf(only)} : {};
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
export const byProfile = (ids: readonly string[]): ListGroups => ({...byValue('qualityProfileId', ids), index: profileIndex});
