import {randomUUID} from 'node:crypto';
import type {Series} from '../domain/media/library-series.ts';
import {isSeasonMonitored, type SeasonOption} from '../domain/media/monitor-seasons.ts';
import {nextSeriesRefresh} from '../domain/media/next-refresh.ts';
import type {SeriesDetails} from '../domain/media/series.ts';
import {Conflict} from '../errors.ts';
import {type SeriesModels, toCounts} from './count-series.ts';
import {isDuplicateKey, toRecord} from './record.ts';
import {fromSeriesDetails, toNewEpisode, toSeason} from './series-details.ts';
import type {StoredSeries} from './series-schema.ts';
import {inTransaction} from './transaction.ts';

export type NewSeries = Pick<
	Series,
	'monitored' | 'seasonFolder' | 'rootFolderPath' | 'path' | 'qualityProfileId' | 'libraryId' | 'searchOnAdd'
> & {seasonOptions: SeasonOption[]};

/** Stores a series with all its seasons and episodes in one step. Throws Conflict `series_exists`. */
export async function addSeries(
	{connection, series, episodes}: SeriesModels,
	details: SeriesDetails,
	{seasonOptions, now, ...choice}: NewSeries & {now: Date},
): Promise<Series> {
	const seriesId = randomUUID();
	const seasons = details.seasons.map(season => toSeason(season, {monitored: isSeasonMonitored(season.seasonNumber, seasonOptions)}));
	const rows = details.seasons.flatMap((season, index) =>
		season.episodes.map(episode => toNewEpisode(episode, {seriesId, monitored: seasons[index]?.monitored ?? false, now})),
	);
	const counts = toCounts(seasons, rows, now);
	const stored: StoredSeries = {
		_id: seriesId,
		...fromSeriesDetails(details),
		...counts,
		...choice,
		lastSearchTime: null,
		lastRefreshTime: now,
		refreshAt: nextSeriesRefresh({status: details.status, ...counts}, now),
		addedAt: now,
		createdAt: now,
		updatedAt: now,
	};
	try {
		await inTransaction(connection, async session => {
			await series.create([stored], {session});
			await episodes.insertMany(rows, {session, lean: true, ordered: true});
		});
	} catch (error) {
		throw isDuplicateKey(error) ? new Conflict('series_exists', `${details.title} is in the library already.`) : error;
	}
	const {searchTitles: _titles, matchKeys: _keys, refreshAt: _at, ...record} = stored;
	return toRecord<Series>(record);
}
