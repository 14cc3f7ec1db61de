import type {Document} from 'mongodb';
import {type Conditions, type ListFilter, type ListGroup, within} from '../../lists/filter.ts';
import type {SortOrder} from '../../lists/ordered.ts';
import type {Page, Pager} from '../../lists/pager.ts';
import {orderWithin, profileIndex, rootFolderIndex} from './title-tags.ts';

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

/** First those that it is true of. */
export const yesAndNo = (aspect: string, conditionsOf: (isTrue: boolean) => Conditions): ListGroup[] =>
	[true, false].map(isTrue => ({key: String(isTrue), conditions: conditionsOf(isTrue), aspect}));

/** The titles of each of these profiles. */
const profileGroups = (ids: readonly string[]): ListGroup[] =>
	ids.map(id => ({key: id, conditions: {qualityProfileId: id}, aspect: 'qualityProfileId', index: profileIndex}));

interface GroupsRequest {
	groups: readonly ListGroup[];
	filter: ListFilter;
	byTitle: SortOrder;
	/** Only the groups are turned around; titles stay in their order. */
	isDownward: boolean;
	page: number;
	limit: number;
	projection: Document;
}

interface SortedRequest extends Omit<GroupsRequest, 'groups'> {
	field: string;
	/** Orders with an index of their own, by the field that lists are sorted by. */
	orders: Readonly<Record<string, SortOrder>>;
	/** Orders of a few groups, each by title. */
	groups: Readonly<Record<string, readonly ListGroup[]>>;
	/** Quality profiles in their order; for that sort. */
	profileIds: readonly string[];
}

/** One page of a list of titles, sorted by one of its fields. */
export function pageOfTitles(pager: Pager, {field, orders, groups, profileIds, ...request}: SortedRequest): Promise<Page> {
	const {byTitle, filter} = request;
	const grouped = field === 'qualityProfile' ? profileGroups(profileIds) : groups[field];
	if (grouped) {
		return pageOfGroups(pager, {groups: grouped, ...request});
	}
	const order = orders[field];
	if (!order) {
		throw new TypeError(`Titles have no order ${field}.`);
	}
	return pager.page({...request, order: orderWithin(byTitle, order, filter.index)});
}

/** One page of a list in groups, each by title. */
function pageOfGroups(pager: Pager, {groups, filter, byTitle, isDownward, page, limit, projection}: GroupsRequest): Promise<Page> {
	const requests = (isDownward ? groups.toReversed() : groups).map(group => {
		const ofGroup = within(filter, group);
		return {filter: ofGroup, order: orderWithin(byTitle, byTitle, ofGroup.index), counted: byTitle, isDownward: false, projection};
	});
	return pager.pageOfAll(requests, {page, limit});
}
