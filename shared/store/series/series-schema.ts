import {randomUUID} from 'node:crypto';
import {Schema} from 'mongoose';
import {titleKeys} from '../../domain/matching/title-index.ts';
import {toAirDateUtc} from '../../domain/media/library-episode.ts';
import type {Season, Series} from '../../domain/media/library-series.ts';
import type {SceneTitle} from '../../domain/media/other-numbers.ts';
import type {EpisodeDetails, SeasonDetails, SeriesDetails, SeriesType} from '../../domain/media/series.ts';
import {searchForm, sortTitle} from '../../domain/media/sort-title.ts';
import {titleSlug} from '../../domain/naming/title-slug.ts';
import {searchParts} from '../../lists/filter.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions} from '../mongo/records.ts';
import {genreIndex} from '../titles/title-pages.ts';
import {detailFields, hiddenKeys, images, indexTitles, libraryFields, type TitleKeys} from '../titles/title-schema.ts';
import type {StoredEpisode} from './episode-schema.ts';
import {seriesOrders} from './series-page.ts';

export interface StoredSeries extends Stored<Series>, TitleKeys {
	/** When its numbers in other lists should be asked for; null or missing for one whose releases need none. */
	numbersDueAt?: Date | null;
	/** The last releases whose episodes it does not have. */
	unknownReleases?: {guid: string; at: Date}[];
	/** Episodes that it should have a file of, and has not. Missing until it is counted again. */
	missingCount?: number;
}

/** Left out of every record. */
export const hiddenOfSeries = {...hiddenKeys, numbersDueAt: 0, unknownReleases: 0, missingCount: 0} as const;

const counts = {episodeCount: Number, episodeFileCount: Number, totalEpisodeCount: Number, sizeOnDisk: Number};

export const seriesSchema = new Schema<StoredSeries>(
	{
		_id: String,
		...detailFields,
		tvMetaId: Number,
		network: String,
		status: String,
		type: String,
		chosenType: String,
		providerType: String,
		monitorNewSeasons: {type: Boolean, default: undefined},
		seasonTitles: [{_id: false, title: String, seasonNumber: Number}],
		releaseNumbering: String,
		episodeOrder: String,
		sceneTitles: {type: [{_id: false, title: String, seasonNumber: Number}], default: undefined},
		numbersDueAt: Date,
		unknownReleases: {type: [{_id: false, guid: String, at: Date}], default: undefined},
		actors: [{_id: false, name: String, character: String, metaId: Number, pictureUrl: String}],
		images,
		seasons: [{_id: false, id: String, seasonNumber: Number, monitored: Boolean, overview: String, airDate: String, images, ...counts}],
		...counts,
		seasonCount: Number,
		missingCount: {type: Number, default: undefined},
		downloaded: Boolean,
		nextAiring: Date,
		previousAiring: Date,
		countsUntil: Date,
		...libraryFields,
		seasonFolder: Boolean,
	},
	schemaOptions,
);
numberRecords(seriesSchema, 'series');
indexTitles(seriesSchema, seriesOrders);
seriesSchema.index({monitored: 1, downloaded: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({monitored: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({tvMetaId: 1});
seriesSchema.index({genres: 1, sortTitle: 1, _id: 1}, {name: genreIndex});
seriesSchema.index({countsUntil: 1});
seriesSchema.index({numbersDueAt: 1}, {partialFilterExpression: {numbersDueAt: {$type: 'date'}}});

/** The stored fields of a series that come from the provider, except seasons; releases find it by scene titles, too. */
export function fromSeriesDetails({seasons: _, ...details}: SeriesDetails, sceneTitles: readonly SceneTitle[] = []) {
	const searchTitles = [...new Set([details.title, details.originalTitle, ...details.alternativeTitles].map(searchForm))];
	return {
		...details,
		sortTitle: sortTitle(details.title),
		searchTitles,
		searchParts: searchParts(searchTitles),
		matchKeys: titleKeys({...details, id: '', sceneTitles}),
		titleSlug: titleSlug(details.title, details.metaId),
	};
}

/** The type in effect, and the two that it is chosen from. */
export function typesOf({type}: Pick<SeriesDetails, 'type'>, chosenType: SeriesType | null) {
	return {type: chosenType ?? type, chosenType, providerType: type};
}

/** A season with the provider's current data; it keeps its id and its flag. */
export function toSeason({episodes: _, ...details}: SeasonDetails, own: Pick<Season, 'monitored'> & {id?: string}) {
	return {id: own.id ?? randomUUID(), monitored: own.monitored, ...details};
}

export function toNewEpisode(
	details: EpisodeDetails,
	own: Pick<StoredEpisode, 'seriesId' | 'monitored' | 'seriesMonitored' | 'appearedLate'> & {now: Date},
): StoredEpisode {
	const {seriesId, monitored, seriesMonitored, appearedLate = false, now} = own;
	return {
		_id: randomUUID(),
		seriesId,
		...fromEpisodeDetails(details),
		monitored,
		seriesMonitored,
		...(appearedLate && {appearedLate}),
		file: null,
		hasFile: false,
		lastSearchTime: null,
		createdAt: now,
		updatedAt: now,
	};
}

export function fromEpisodeDetails(details: EpisodeDetails) {
	return {...details, airDateUtc: toAirDateUtc(details.airDate)};
}
