import Joi from 'joi';
import {type PageQuery, pageFields} from '#api/http/pages.ts';
import type {Fault} from '#shared/errors.ts';
import {type Wish, wantedEpisodes, wantedMovies} from '#shared/store/wanted/wanted-lists.ts';

export const wantedTypes = ['movie', 'episode'] as const;
export type WantedType = (typeof wantedTypes)[number];

export interface WantedTitlesQuery extends PageQuery {
	type: WantedType;
	sort?: string;
	search?: string;
	libraryId?: string;
	seriesId?: string;
}

/** The fields that a list of this kind is sorted by. */
function sortsOf(wish: Wish, type: WantedType): string[] {
	return Object.keys((type === 'movie' ? wantedMovies : wantedEpisodes)[wish].orders);
}

/** Which of the sorts belong to which type depends on another parameter: see `wantedFaults`. */
export function wantedQuery(wish: Wish) {
	const sorts = [...new Set(wantedTypes.flatMap(type => sortsOf(wish, type)))];
	return Joi.object<WantedTitlesQuery, true>({
		...pageFields(),
		type: Joi.string()
			.valid(...wantedTypes)
			.default('movie'),
		sort: Joi.string().valid(...sorts.flatMap(field => [`${field}:asc`, `${field}:desc`])),
		search: Joi.string().max(200),
		libraryId: Joi.string().max(100),
		seriesId: Joi.string().max(100),
	});
}

export function wantedFaults(wish: Wish, {type, sort, seriesId}: Partial<WantedTitlesQuery>): Fault[] {
	if (type === undefined) {
		return [];
	}
	const sorts = sortsOf(wish, type);
	const isUnknown = sort !== undefined && !sorts.includes(sort.split(':')[0] ?? '');
	return [
		...(isUnknown ? [{path: 'sort', message: `sort of type ${type} must be one of ${sorts.join(', ')}, with :asc or :desc`}] : []),
		...(seriesId !== undefined && type === 'movie' ? [{path: 'seriesId', message: 'seriesId needs type=episode'}] : []),
	];
}
