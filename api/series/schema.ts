import Joi from 'joi';
import {moveFilesField} from '#api/http/file-moves.ts';
import {type PageQuery, pageFields, queryFlag, type SortText, sortField} from '#api/http/route.ts';
import {facetsQuery} from '#api/http/title-lists.ts';
import {standingFlag} from '#api/http/title-standing.ts';
import {
	type LabelledQuery,
	labelledQuery,
	newLibraryText,
	type TagsOfTitle,
	type TagsOfTitles,
	tagsOfTitle,
	tagsOfTitles,
} from '#api/http/title-tags.ts';
import {type MonitorChoice, monitorChoices, type SeasonOption} from '#shared/domain/media/monitor-seasons.ts';
import {type ReleaseNumbering, releaseNumberings} from '#shared/domain/media/other-numbers.ts';
import {type SeriesStatus, type SeriesType, seriesStatuses, seriesTypes} from '#shared/domain/media/series.ts';
import {episodeOrderForm} from '#shared/domain/numbering/order-episodes.ts';
import {type SeriesSortField, seriesSortFields} from '#shared/store/series/series-page.ts';
import type {Facets} from '#shared/store/titles/title-pages.ts';

export interface SeriesFilter extends LabelledQuery, Facets {
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	network?: string;
	genre?: string;
	status?: SeriesStatus;
	type?: SeriesType;
}
/** Which series a list has. */
export const seriesFilter = {
	monitored: queryFlag(),
	downloaded: queryFlag(),
	search: Joi.string().max(200),
	network: Joi.string().max(200),
	genre: Joi.string().max(100),
	status: Joi.string()
		.valid(...seriesStatuses)
		.description('Only series with this status.'),
	type: Joi.string()
		.valid(...seriesTypes)
		.description('Only series whose episodes are numbered so.'),
	...facetsQuery,
	...labelledQuery,
};
export interface SeriesQuery extends PageQuery, SeriesFilter {
	sort: SortText<SeriesSortField>;
	withStanding: boolean;
	titleStart?: string;
	withSeasons: boolean;
}
export const seriesQuery = Joi.object<SeriesQuery, true>({
	...pageFields(),
	sort: sortField(seriesSortFields, 'title:asc'),
	withStanding: standingFlag(),
	titleStart: Joi.string()
		.max(200)
		.description('Only titles that begin with this text as lists order them: an article before it, case and accents do not count.'),
	withSeasons: queryFlag().default(false).description('Also list the seasons of each series, as `seasons`.'),
	...seriesFilter,
});
export const seriesLettersQuery = Joi.object<SeriesFilter, true>(seriesFilter);

/** The metadata provider's id; MongoDB and JSON store integers of this size exactly. */
const metaId = Joi.number().integer().min(1).max(2_147_483_647);
const path = Joi.string().max(4096);
const languageProfileId = Joi.string().max(100).allow(null);
const type = Joi.string()
	.valid(...seriesTypes)
	.allow(null)
	.description('How episodes are numbered: by season, by day, or absolutely. It survives refreshes; null gives it back to the provider.');
export const orderText = () =>
	Joi.string().max(100).pattern(episodeOrderForm, 'tmdb: and the id of a group, or tvdb: and an order such as dvd').example('tvdb:dvd');
const largestSeason = 10_000;
/** Some talk shows number their seasons by year; none has this many. */
const maxSeasons = 1000;

export interface AddSeriesBody extends TagsOfTitle {
	metaId: number;
	rootFolderPath?: string;
	tags: string[];
	monitored: boolean;
	seasonFolder: boolean;
	searchOnAdd: boolean;
	qualityProfileId?: string;
	languageProfileId?: string | null;
	type?: SeriesType | null;
	episodeOrder?: string | null;
	monitor: MonitorChoice;
	monitorNewSeasons: boolean;
	seasonOptions: SeasonOption[];
}
export const addSeriesBody = Joi.object<AddSeriesBody, true>({
	metaId: metaId.required(),
	rootFolderPath: path,
	monitored: Joi.boolean().default(true),
	seasonFolder: Joi.boolean().default(true),
	searchOnAdd: Joi.boolean().default(false).description('Search all missing monitored episodes once the series is in the library.'),
	qualityProfileId: Joi.string().max(100),
	tags: tagsOfTitle.tags.default([]),
	libraryId: tagsOfTitle.libraryId.description(newLibraryText),
	languageProfileId,
	type,
	episodeOrder: orderText().allow(null),
	monitor: Joi.string()
		.valid(...monitorChoices)
		.default('all'),
	monitorNewSeasons: Joi.boolean().default(true),
	seasonOptions: Joi.array()
		.items(
			Joi.object<SeasonOption, true>({
				seasonNumber: Joi.number().integer().min(0).max(largestSeason).required(),
				monitored: Joi.boolean().required(),
			}),
		)
		.max(maxSeasons)
		.default([]),
});

/** What may be changed of one series, and of many at once. */
interface EditFields extends TagsOfTitle {
	monitored?: boolean;
	seasonFolder?: boolean;
	rootFolderPath?: string;
	qualityProfileId?: string;
	languageProfileId?: string | null;
	monitorNewSeasons?: boolean;
	moveFiles?: boolean;
}
const editFields = {
	monitored: Joi.boolean(),
	seasonFolder: Joi.boolean(),
	rootFolderPath: path,
	qualityProfileId: Joi.string().max(100),
	languageProfileId,
	monitorNewSeasons: Joi.boolean(),
	moveFiles: moveFilesField,
	...tagsOfTitle,
};

export interface EditSeriesBody extends EditFields {
	type?: SeriesType | null;
	path?: string;
	releaseNumbering?: ReleaseNumbering;
	episodeOrder?: string | null;
}
export const editSeriesBody = Joi.object<EditSeriesBody, true>({
	...editFields,
	type,
	path: path.pattern(/^\//, 'an absolute path'),
	releaseNumbering: Joi.string().valid(...releaseNumberings),
	episodeOrder: orderText().allow(null),
});

export interface EditManySeriesBody extends EditFields, TagsOfTitles {
	ids: string[];
}
export const editManySeriesBody = Joi.object<EditManySeriesBody, true>({
	ids: Joi.array().items(Joi.string().allow('').max(100)).max(1000).required(),
	...editFields,
	...tagsOfTitles,
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10'], monitored: true});

/** The same by a job, which can change the type and the monitored episodes, too. */
interface BulkEditSeriesBody extends EditManySeriesBody, Pick<EditSeriesBody, 'type'> {
	monitor?: MonitorChoice;
}
export const bulkEditSeriesBody = (editManySeriesBody as Joi.ObjectSchema<BulkEditSeriesBody>).keys({
	type,
	monitor: Joi.string()
		.valid(...monitorChoices)
		.description(
			'Chooses again which episodes and seasons are monitored: all, what airs in the `future`, what is `missing`, what has `existing` files, what aired in the `recent` 90 days or later, the first episode (`pilot`), the `firstSeason`, the `lastSeason`, or nothing. Specials stay as they are, unless it is nothing.',
		),
});

export interface DeleteSeriesQuery {
	deleteFiles: boolean;
	deleteAddImportListExclusion: boolean;
}
export const deleteSeriesQuery = Joi.object<DeleteSeriesQuery, true>({
	deleteFiles: queryFlag().default(false),
	deleteAddImportListExclusion: queryFlag().default(false),
});

export interface SeasonParams {
	seriesId: string;
	seasonNumber: number;
}
/** A value that is not a number means a season that does not exist. */
export const seasonParams = Joi.object<SeasonParams, true>({
	seriesId: Joi.string().required(),
	seasonNumber: Joi.number().integer().min(0).required(),
});

export interface MonitoredBody {
	monitored: boolean;
}
export const monitoredBody = Joi.object<MonitoredBody, true>({monitored: Joi.boolean().required()});
