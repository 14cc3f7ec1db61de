import {bulkOperations, bulkOutcome} from '#api/http/bulk-routes.ts';
import {changedTitle} from '#api/http/file-moves.ts';
import type {Operations} from '#api/http/operation.ts';
import {added, changed, queuedTask} from '#api/http/route.ts';
import {copyView} from '#api/http/title-copies.ts';
import {
	about,
	addedBy,
	course,
	dates,
	episodeFile,
	fileId,
	hasFile,
	image,
	keeping,
	names,
	otherNumbers,
	person,
	plot,
	position,
	reception,
} from '#api/http/title-fields.ts';
import {lettersReply} from '#api/http/title-lists.ts';
import {pageWithStanding} from '#api/http/title-standing.ts';
import {percentOfEpisodes as percentOf} from '#shared/domain/media/episode-counts.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Season, Series} from '#shared/domain/media/library-series.ts';
import {releaseNumberings} from '#shared/domain/media/other-numbers.ts';
import {seriesStatuses, seriesTypes} from '#shared/domain/media/series.ts';
import type {CastMember} from '#shared/domain/media/title.ts';
import {
	flag,
	integer,
	integerOrNull,
	number,
	oneOf,
	orNull,
	type Typed,
	text,
	textOrNull,
	texts,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {from, madeOf, viewOf} from '#shared/presenters/view.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';

const counts = {
	episodeCount: integer,
	episodeFileCount: integer,
	totalEpisodeCount: integer,
	// Counts by an older version lack it; it is null until the next change.
	sizeOnDisk: integerOrNull as Typed<number | null | undefined>,
};
const percentOfEpisodes = madeOf(['episodeCount', 'episodeFileCount'], number, ([episodeCount = 0, episodeFileCount = 0]) =>
	percentOf({episodeCount, episodeFileCount}),
);

const fields = {
	id: text,
	...names,
	tvMetaId: integerOrNull,
	...about,
	network: textOrNull,
	status: oneOf(seriesStatuses),
	runtime: integerOrNull,
	...reception,
	seasonFolder: flag,
	path: text,
	...dates,
	addedBy,
	...keeping,
};

/** A series as shown in lists. */
export const listedSeries = viewOf<Series>()(
	{
		...fields,
		type: oneOf(seriesTypes),
		seasonCount: integer,
		...counts,
		nextAiring: timestampOrNull,
		previousAiring: timestampOrNull,
		lastRefreshTime: timestampOrNull,
		percentOfEpisodes,
	},
	'Series',
);

interface SeasonOfSeries extends Season {
	seriesId: string;
}
const seasonFields = {
	seriesId: text,
	id: text,
	seasonNumber: integer,
	monitored: flag,
	statistics: from(viewOf<Season>()({...counts, percentOfEpisodes}), (season: Season) => season),
	images: image.list,
};
const season = viewOf<SeasonOfSeries>()(seasonFields, 'Season');

/** A season in a list of series, on request. */
export const listedSeason = viewOf<
	Pick<Season, 'seasonNumber' | 'monitored' | 'episodeCount' | 'episodeFileCount' | 'totalEpisodeCount'>
>()({seasonNumber: integer, monitored: flag, episodeCount: integer, episodeFileCount: integer, totalEpisodeCount: integer}, 'ListedSeason');

/** A single series; its seasons contain the counts. */
export const seriesDetail = viewOf<Series & {copies: TitleCopy[]}>()(
	{
		...fields,
		type: oneOf(seriesTypes),
		chosenType: from(orNull(oneOf(seriesTypes)), ({chosenType}: Series) => chosenType ?? null),
		monitorNewSeasons: from(flag, ({monitorNewSeasons}: Series) => monitorNewSeasons ?? true),
		episodeOrder: from(textOrNull, ({episodeOrder}: Series) => episodeOrder ?? null),
		releaseNumbering: from(oneOf(releaseNumberings), ({releaseNumbering}: Series) => releaseNumbering ?? 'auto'),
		alternativeTitles: texts,
		trailerUrl: from(textOrNull, ({trailerUrl}: Series) => trailerUrl ?? null),
		seasons: from(season.list, ({id, seasons}: Series) => seasons.map(each => ({...each, seriesId: id}))),
		actors: viewOf<CastMember>()(person).list,
		copies: copyView.list,
	},
	'SeriesDetail',
);

/** An episode as its season shows it. */
export const episode = viewOf<Episode>()(
	{...position, numbers: otherNumbers, ...plot, ...course, hasFile, downloaded: hasFile, fileId, file: episodeFile.orNull},
	'Episode',
);

/** A single season without its episodes, which the reply lists separately. */
export const seasonDetail = viewOf<SeasonOfSeries>()({...seasonFields, overview: textOrNull, airDate: textOrNull});
const seasonWithEpisodes = seasonDetail.schema.append({episodes: episode.list.schema}).meta({schemaName: 'SeasonDetail'});

export const seriesOperations: Operations = {
	...bulkOperations('series'),
	'GET /api/library/series': {
		id: 'listSeries',
		summary: 'List series',
		replies: {200: pageWithStanding('series', listedSeries, {seasons: listedSeason.list.schema.optional()})},
	},
	'GET /api/library/series/letters': {
		id: 'listLettersOfSeries',
		summary: 'List the first letters of series, with the position of each in the list by title',
		replies: {200: lettersReply},
	},
	'POST /api/library/series': {
		id: 'addSeries',
		summary: 'Add a series by its id at the metadata provider',
		replies: {201: added.schema},
		failures: [404, 409, 502],
	},
	'PUT /api/library/series/bulk': {id: 'updateManySeries', summary: 'Change many series', replies: {200: bulkOutcome.schema}},
	'GET /api/library/series/:id': {id: 'getSeries', summary: 'Show a series', replies: {200: seriesDetail.schema}},
	'PUT /api/library/series/:id': {id: 'updateSeries', summary: 'Change a series', replies: {200: changedTitle.schema}, failures: [409]},
	'DELETE /api/library/series/:id': {id: 'deleteSeries', summary: 'Delete a series', replies: {204: null}},
	'POST /api/library/series/:id/refresh': {
		id: 'refreshSeries',
		summary: 'Refresh the metadata of a series',
		replies: {202: queuedTask.schema},
	},
	'GET /api/library/series/:seriesId/seasons/:seasonNumber': {
		id: 'getSeason',
		summary: 'Show a season',
		replies: {200: seasonWithEpisodes},
	},
	'PUT /api/library/series/:seriesId/seasons/:seasonNumber': {
		id: 'updateSeason',
		summary: 'Monitor or unmonitor a season',
		replies: {200: changed.schema},
	},
};
