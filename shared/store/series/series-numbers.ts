import {isDeepStrictEqual} from 'node:util';
import type {AnyBulkWriteOperation} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {titleKeys} from '../../domain/matching/title-index.ts';
import type {OtherNumbers, SceneTitle} from '../../domain/media/other-numbers.ts';
import {changeSeries, type SeriesModels} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';
import type {StoredSeries} from './series-schema.ts';

/** Releases with unknown episodes within this many days show that the series is numbered differently elsewhere. */
const unknownDays = 30;
const unknownReleases = 2;

/** The numbers of a series in other lists, as they were found. */
export interface FoundNumbers {
	/** By the id of the episode. */
	numbers: ReadonlyMap<string, OtherNumbers>;
	/** Null keeps the names. */
	sceneTitles: readonly SceneTitle[] | null;
	/** When they should be asked for again. */
	dueAt: Date;
}

/** Reads and writes of the numbers that other lists have for the episodes of series. */
export function numberSeries(models: SeriesModels) {
	const {series, episodes} = models;

	/** Makes series due that were not asked for yet. */
	async function makeDue(filter: object, now: Date): Promise<number> {
		return (await series.updateMany({...filter, numbersDueAt: null}, {$set: {numbersDueAt: now}})).modifiedCount;
	}

	return {
		/**
		 * Makes the numbers of these series due: anime, series with scene numbers, and series whose releases had
		 * unknown episodes.
		 */
		async findNumbered(sceneIds: readonly number[], now: Date): Promise<void> {
			await makeDue({type: 'anime'}, now);
			await makeDue({tvMetaId: {$in: [...sceneIds]}}, now);
			const since = new Date(Number(now) - unknownDays * dayMs);
			await makeDue({[`unknownReleases.${unknownReleases - 1}.at`]: {$gt: since}, 'unknownReleases.0.at': {$gt: since}}, now);
		},
		hasAnime: async (): Promise<boolean> => (await series.exists({type: 'anime'})) !== null,
		/** Ids of the series whose numbers should be asked for, longest overdue first. */
		async dueForNumbers(now: Date, limit: number): Promise<string[]> {
			const rows = await series
				.find({numbersDueAt: {$lte: now}}, {_id: 1})
				.sort({numbersDueAt: 1})
				.limit(limit)
				.lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		/** Whether the series is one of those whose numbers are asked for. */
		isNumbered: async (id: string): Promise<boolean> => (await series.exists({_id: id, numbersDueAt: {$ne: null}})) !== null,
		async postponeNumbers(id: string, until: Date): Promise<void> {
			await series.updateOne({_id: id}, {$set: {numbersDueAt: until}});
		},
		/** Notes a release whose episodes the series does not have. Only the last few count, each once. */
		async noteUnknownRelease(id: string, {guid, at}: {guid: string; at: Date}): Promise<void> {
			await series.updateOne(
				{_id: id, numbersDueAt: null, 'unknownReleases.guid': {$ne: guid}},
				{$push: {unknownReleases: {$each: [{guid, at}], $slice: -unknownReleases}}},
			);
		},
		/** Writes the numbers of all episodes of a series in one step; those that are not named lose theirs. */
		async setNumbers(id: string, {numbers, sceneTitles, dueAt}: FoundNumbers): Promise<{changed: number}> {
			const outcome = await changeSeries(models, [], async session => {
				const own = await series.findById(id, {}, {session}).lean<StoredSeries>();
				if (!own) {
					return {changed: 0};
				}
				const stored = await episodes.find({seriesId: id}, {numbers: 1}, {session}).lean<Pick<StoredEpisode, '_id' | 'numbers'>[]>();
				const changes = stored.flatMap((known): AnyBulkWriteOperation<StoredEpisode>[] => {
					const found = numbers.get(known._id) ?? null;
					const isSame = isDeepStrictEqual(known.numbers ?? null, found);
					return isSame ? [] : [{updateOne: {filter: {_id: known._id}, update: {$set: {numbers: found}}}}];
				});
				if (changes.length > 0) {
					await episodes.bulkWrite(changes, {session, ordered: true});
				}
				const names = sceneTitles && {sceneTitles: [...sceneTitles], matchKeys: titleKeys({...own, id, sceneTitles})};
				await series.updateOne({_id: id}, {$set: {numbersDueAt: dueAt, ...names}}, {session});
				return {changed: changes.length};
			});
			models.titleNews.tell('titleChanged', 'series', outcome.changed > 0 || sceneTitles ? [id] : []);
			return outcome;
		},
	};
}
