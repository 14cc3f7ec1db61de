import {isDeepStrictEqual} from 'node:util';
import type {AnyBulkWriteOperation} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {mergeEpisodes} from '../../domain/media/merge-episodes.ts';
import {appearsLate} from '../../domain/media/monitor-seasons.ts';
import {nextSeriesRefresh} from '../../domain/media/next-refresh.ts';
import type {OtherNumber} from '../../domain/media/other-numbers.ts';
import type {EpisodeDetails, SeasonDetails, SeriesDetails} from '../../domain/media/series.ts';
import {changeSeries, episodeAspects, type SeriesModels, toCounts} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';
import {seriesAspectsOf} from './series-page.ts';
import {fromEpisodeDetails, fromSeriesDetails, type StoredSeries, toNewEpisode, toSeason, typesOf} from './series-schema.ts';

export interface RefreshedEpisodes {
	added: number;
	removed: number;
	/** Episodes that stay although the provider no longer has them. */
	left: number;
}

/** The order by which the episodes are numbered, if it is not the provider's. */
export interface EpisodeOrder {
	/** Null for the provider's own from now on. */
	name: string | null;
	/** The provider's numbers by its ids: releases bear them unless TVDB's are known. Empty in its own order. */
	providerNumbers: ReadonlyMap<number, OtherNumber>;
}

type OwnFields = Pick<StoredSeries, '_id' | 'monitored' | 'seasons' | 'chosenType' | 'monitorNewSeasons' | 'sceneTitles'>;

const ownFields = {monitored: 1, seasons: 1, chosenType: 1, monitorNewSeasons: 1, sceneTitles: 1} as const;

/**
 * Stores the provider's current data in one transaction; null when the series is gone. Files, flags and
 * the folder stay unchanged.
 */
export function refreshSeries(
	models: SeriesModels,
	{id, details, now, order}: {id: string; details: SeriesDetails; now: Date; order?: EpisodeOrder | undefined},
): Promise<RefreshedEpisodes | null> {
	const {series, episodes} = models;
	const changed = seriesAspectsOf({...fromSeriesDetails(details), lastRefreshTime: null, type: null});
	const aspects = [...new Set([...changed, ...episodeAspects])];
	return changeSeries(models, aspects, async session => {
		const own = await series.findById(id, ownFields, {session}).lean<OwnFields>();
		if (!own) {
			return null;
		}
		const stored = await episodes.find({seriesId: id}, {}, {session}).lean<StoredEpisode[]>();
		const {kept, added, removed, left} = mergeEpisodes(stored, details.seasons);
		const seasons = mergeSeasons(own, details.seasons, new Set(left.map(({seasonNumber}) => seasonNumber)));
		const monitored = new Map(seasons.map(season => [season.seasonNumber, season.monitored]));
		const fresh = added.map(each => ({
			...toNewEpisode(each, {
				seriesId: id,
				monitored: monitored.get(each.seasonNumber) ?? false,
				seriesMonitored: own.monitored,
				appearedLate: stored.length > 0 && appearsLate(each, now),
				now,
			}),
			...numbersIn(order, each, null),
		}));
		const changed = kept.map(({known, details: current, file}) => toChanged(known, current, file, order));
		const changes: AnyBulkWriteOperation<StoredEpisode>[] = [
			...changed.flatMap(({known, change}) => (change ? [toUpdate(known, change, now)] : [])),
			...fresh.map(document => ({insertOne: {document}})),
			...(removed.length > 0 ? [{deleteMany: {filter: {_id: {$in: removed.map(({_id}) => _id)}}}}] : []),
		];
		if (changes.length > 0) {
			await episodes.bulkWrite(changes, {session, ordered: true});
		}
		const counts = toCounts(seasons, [...changed.map(({known, change}) => ({...known, ...change})), ...fresh, ...left], now);
		const refreshAt = nextSeriesRefresh({status: details.status, ...counts}, now);
		await series.updateOne(
			{_id: id},
			{
				$set: {
					...fromSeriesDetails(details, own.sceneTitles),
					...typesOf(details, own.chosenType ?? null),
					...counts,
					...(order && {episodeOrder: order.name}),
					lastRefreshTime: now,
					refreshAt,
					updatedAt: now,
				},
			},
			{session},
		);
		return {added: added.length, removed: removed.length, left: left.length};
	});
}

/** New seasons are monitored if series and owner want it; specials are not. Seasons that still have episodes stay. */
function mergeSeasons(
	{monitored, monitorNewSeasons = true, seasons}: OwnFields,
	current: readonly SeasonDetails[],
	needed: ReadonlySet<number>,
) {
	const numbers = new Set(current.map(({seasonNumber}) => seasonNumber));
	const fresh = current.map(season => {
		const known = seasons.find(({seasonNumber}) => seasonNumber === season.seasonNumber);
		return toSeason(season, known ?? {monitored: monitored && monitorNewSeasons && season.seasonNumber > 0});
	});
	const withEpisodes = seasons.filter(({seasonNumber}) => needed.has(seasonNumber) && !numbers.has(seasonNumber));
	return [...fresh, ...withEpisodes].sort((a, b) => a.seasonNumber - b.seasonNumber);
}

/** In an order of its own, an episode needs the number that its releases bear. */
function numbersIn(
	order: EpisodeOrder | undefined,
	{metaId}: EpisodeDetails,
	known: Pick<StoredEpisode, 'numbers'> | null,
): Pick<StoredEpisode, 'numbers'> {
	const tvdb = metaId === null ? undefined : order?.providerNumbers.get(metaId);
	return tvdb && !known?.numbers?.tvdb ? {numbers: {tvdb, scene: known?.numbers?.scene ?? null}} : {};
}

type EpisodeChange = ReturnType<typeof fromEpisodeDetails> & {file: MediaFile | null} & Partial<
		Pick<StoredEpisode, 'numbers' | 'monitored'>
	>;

/** An episode whose provider data is unchanged is not written. */
function toChanged(
	known: StoredEpisode,
	details: EpisodeDetails,
	file: MediaFile | null,
	order: EpisodeOrder | undefined,
): {known: StoredEpisode; change: EpisodeChange | null} {
	// What an order moves to the specials only takes room there.
	const isMovedAway = order !== undefined && known.seasonNumber > 0 && details.seasonNumber === 0;
	const change = {...fromEpisodeDetails(details), ...numbersIn(order, details, known), ...(isMovedAway && {monitored: false}), file};
	const isSame = Object.entries(change).every(([field, value]) => isDeepStrictEqual(known[field as keyof EpisodeChange] ?? null, value));
	return {known, change: isSame ? null : change};
}

function toUpdate({_id}: StoredEpisode, change: EpisodeChange, now: Date): AnyBulkWriteOperation<StoredEpisode> {
	return {updateOne: {filter: {_id}, update: {$set: {...change, hasFile: change.file !== null, updatedAt: now}}}};
}
