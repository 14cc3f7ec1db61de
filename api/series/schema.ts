import Joi from 'joi';
import {queryFlag} from '#api/http/route.ts';
import {
	type EditedTitle,
	type EditedTitles,
	editedTitle,
	editedTitles,
	exampleOfTitles,
	type NewTitle,
	newTitle,
	ownPath,
} from '#api/http/title-bodies.ts';
import {facetsQuery, type TitlesFilter, type TitlesQuery, titleFilters, titlesQuery} from '#api/http/title-lists.ts';
import {type MonitorChoice, monitorChoices, type SeasonOption} from '#shared/domain/media/monitor-seasons.ts';
import {type ReleaseNumbering, releaseNumberings} from '#shared/domain/media/other-numbers.ts';
import {type SeriesStatus, type SeriesType, seriesStatuses, seriesTypes} from '#shared/domain/media/series.ts';
import {episodeOrderForm} from '#shared/domain/numbering/order-episodes.ts';
import {type SeriesSortField, seriesSortFields} from '#shared/store/series/series-page.ts';

/** Which series a list has. */
export interface SeriesFilter extends TitlesFilter {
	network?: string;
	status?: SeriesStatus;
	type?: SeriesType;
}
export const seriesFilter = {
	...titleFilters,
	network: Joi.string().max(200),
	status: Joi.string()
		.valid(...seriesStatuses)
		.description('Only series with this status.'),
	type: Joi.string()
		.valid(...seriesTypes)
		.description('Only series whose episodes are numbered so.'),
	...facetsQuery,
};
export interface SeriesQuery extends TitlesQuery<SeriesSortField>, SeriesFilter {
	withSeasons: boolean;
}
export const seriesQuery = Joi.object<SeriesQuery, true>({
	...titlesQuery(seriesSortFields),
	withSeasons: queryFlag().default(false).description('Also list the seasons of each series, as `seasons`.'),
	...seriesFilter,
});
export const seriesLettersQuery = Joi.object<SeriesFilter, true>(seriesFilter);

const type = Joi.string()
	.valid(...seriesTypes)
	.allow(null)
	.description('How episodes are numbered: by season, by day, or absolutely. It survives refreshes; null gives it back to the provider.');
export const orderText = () =>
	Joi.string().max(100).pattern(episodeOrderForm, 'tmdb: and the id of a group, or tvdb: and an order such as dvd').example('tvdb:dvd');
const largestSeason = 10_000;
/** Some talk shows number their seasons by year; none has this many. */
const maxSeasons = 1000;

export interface AddSeriesBody extends NewTitle {
	seasonFolder: boolean;
	type?: SeriesType | null;
	episodeOrder?: string | null;
	monitor: MonitorChoice;
	monitorNewSeasons: boolean;
	seasonOptions: SeasonOption[];
}
export const addSeriesBody = Joi.object<AddSeriesBody, true>({
	...newTitle,
	searchOnAdd: newTitle.searchOnAdd.description('Search all missing monitored episodes once the series is in the library.'),
	seasonFolder: Joi.boolean().default(true),
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

interface EditFields extends EditedTitle {
	seasonFolder?: boolean;
	monitorNewSeasons?: boolean;
}
const editFields = {seasonFolder: Joi.boolean(), ...editedTitle, monitorNewSeasons: Joi.boolean()};

export interface EditSeriesBody extends EditFields {
	type?: SeriesType | null;
	path?: string;
	releaseNumbering?: ReleaseNumbering;
	episodeOrder?: string | null;
}
export const editSeriesBody = Joi.object<EditSeriesBody, true>({
	...editFields,
	type,
	path: ownPath,
	releaseNumbering: Joi.string().valid(...releaseNumberings),
	episodeOrder: orderText().allow(null),
});

export interface EditManySeriesBody extends EditFields, EditedTitles {}
export const editManySeriesBody = Joi.object<EditManySeriesBody, true>({...editFields, ...editedTitles}).example(exampleOfTitles);

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
