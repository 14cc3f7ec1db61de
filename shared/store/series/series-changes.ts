import type {ClientSession} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import {type MonitorChoice, monitoringOf} from '../../domain/media/monitor-seasons.ts';
import type {SeriesType} from '../../domain/media/series.ts';
import type {Documents} from '../../lists/ordered.ts';
import {titleExists} from '../titles/title-copies.ts';
import {folderAspects} from '../titles/title-facets.ts';
import {type TagChange, tagStages, tagsAspect} from '../titles/title-tags.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import {changeSeries, episodeAspects, recount, type SeriesModels} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';
import {seriesAspectsOf} from './series-page.ts';
import type {StoredSeries} from './series-schema.ts';

export type SeriesChange = Partial<
	Pick<
		Series,
		| 'monitored'
		| 'seasonFolder'
		| 'monitorNewSeasons'
		| 'rootFolderPath'
		| 'path'
		| 'qualityProfileId'
		| 'languageProfileId'
		| 'libraryId'
		| 'releaseNumbering'
	>
> & {
	/** Null gives it back to the provider. */
	type?: SeriesType | null;
	tagChange?: TagChange | undefined;
};

type ChosenRow = Pick<StoredEpisode, '_id' | 'seasonNumber' | 'episodeNumber' | 'airDate' | 'hasFile' | 'monitored'>;
const chosenFields = {seasonNumber: 1, episodeNumber: 1, airDate: 1, hasFile: 1, monitored: 1} as const;

/** Series whose episodes are changed in one transaction. */
const monitoredTogether = 50;

function throwExists(error: unknown): never {
	throw titleExists(error, 'series', null);
}

/** Changes of what a person decides about series. */
export function changesOfSeries(models: SeriesModels) {
	const {revisions, series, episodes, titleNews} = models;
	const tell = (ids: readonly string[]) => titleNews.tell('titleChanged', 'series', ids);
	// Mongoose would cast the expressions of a pipeline.
	const documents = () => series.collection as unknown as Documents;

	/** Tags follow from each other, so MongoDB combines what is stored. */
	function stagesOf({tagChange, ...set}: Omit<SeriesChange, 'type'> & {updatedAt: Date}): object[] {
		const literal = Object.fromEntries(
			Object.entries(set).flatMap(([name, value]) => (value === undefined ? [] : [[name, {$literal: value}]])),
		);
		// Whoever takes it out of a library later may have another copy without one by then.
		const placed = set.libraryId === undefined ? [] : [{$unset: 'alone'}];
		return [{$set: literal}, ...placed, ...(tagChange ? tagStages(tagChange) : [])];
	}

	const aspectsOf = (set: Omit<SeriesChange, 'type'> & {updatedAt: Date}) => [
		...seriesAspectsOf(set),
		...(set.tagChange ? [tagsAspect] : []),
	];

	/** What was never chosen before is the type by the provider. */
	function writeType(ids: readonly string[], type: SeriesType | null, session: ClientSession) {
		const providerType = {$ifNull: ['$providerType', '$type']};
		const change = {chosenType: {$literal: type}, providerType, type: type === null ? providerType : {$literal: type}};
		return documents().updateMany({_id: {$in: [...ids]}}, [{$set: change}], {session});
	}

	const setMonitored = (seriesIds: readonly string[], monitored: boolean, session: ClientSession) =>
		episodes.updateMany(
			{seriesId: {$in: [...seriesIds]}, seriesMonitored: {$ne: monitored}},
			{$set: {seriesMonitored: monitored}},
			{session},
		);

	return {
		/** Throws Conflict `series_exists` if the other library has the series. */
		async change(id: string, {type, ...change}: SeriesChange, at: Date): Promise<void> {
			const set = {...change, updatedAt: at};
			const {monitored} = change;
			const alone = () => revisions.during(aspectsOf(set), () => documents().updateOne({_id: id}, stagesOf(set)));
			const withEpisodes = () =>
				changeSeries(models, [...aspectsOf(set), episodesAspect, ...(type === undefined ? [] : ['type'])], async session => {
					await documents().updateOne({_id: id}, stagesOf(set), {session});
					await (type === undefined ? null : writeType([id], type, session));
					await (monitored === undefined ? null : setMonitored([id], monitored, session));
				});
			await (monitored === undefined && type === undefined ? alone() : withEpisodes()).catch(throwExists);
			tell([id]);
		},
		/**
		 * Changes the existing ones and returns their ids. A change of monitoring or type is made some series at a
		 * time, with their episodes; one that died may be repeated.
		 */
		async changeMany(ids: readonly string[], {type, ...change}: SeriesChange, at: Date): Promise<string[]> {
			const rows = await series.find({_id: {$in: [...ids]}}, {_id: 1}).lean<{_id: string}[]>();
			const known = rows.map(({_id}) => _id);
			const set = {...change, updatedAt: at};
			const {monitored} = change;
			const isOfEpisodes = monitored !== undefined || type !== undefined;
			if (!isOfEpisodes) {
				const write = () => documents().updateMany({_id: {$in: known}}, stagesOf(set));
				await revisions.during(aspectsOf(set), write).catch(throwExists);
			}
			for (let start = 0; isOfEpisodes && start < known.length; start += monitoredTogether) {
				const some = known.slice(start, start + monitoredTogether);
				const write = async (session: ClientSession) => {
					await documents().updateMany({_id: {$in: some}}, stagesOf(set), {session});
					await (type === undefined ? null : writeType(some, type, session));
					await (monitored === undefined ? null : setMonitored(some, monitored, session));
				};
				await changeSeries(models, [...aspectsOf(set), episodesAspect], write).catch(throwExists);
			}
			tell(known);
			return known;
		},
		/**
		 * Chooses anew which episodes and seasons are monitored; specials stay as they are, unless nothing is chosen.
		 * False when the series does not exist.
		 */
		async chooseEpisodes(id: string, monitor: MonitorChoice, at: Date): Promise<boolean> {
			const isChanged = await changeSeries(models, episodeAspects, async session => {
				const found = await series.findById(id, {seasons: 1}, {session}).lean<Pick<StoredSeries, '_id' | 'seasons'>>();
				if (!found) {
					return false;
				}
				const rows = await episodes.find({seriesId: id}, chosenFields, {session}).lean<ChosenRow[]>();
				const bySeason = Map.groupBy(rows, ({seasonNumber}) => seasonNumber);
				const own = found.seasons.map(({seasonNumber}) => ({seasonNumber, episodes: bySeason.get(seasonNumber) ?? []}));
				const chosen = monitoringOf(own, {monitor, options: [], now: at});
				const isKept = (seasonNumber: number) => seasonNumber === 0 && monitor !== 'none';
				const others = rows.filter(row => !isKept(row.seasonNumber) && chosen.episode(row) !== row.monitored);
				for (const monitored of [true, false]) {
					const ids = others.filter(row => row.monitored !== monitored).map(({_id}) => _id);
					await (ids.length > 0 ? episodes.updateMany({_id: {$in: ids}}, {$set: {monitored, updatedAt: at}}, {session}) : null);
				}
				const seasons = found.seasons.map(each =>
					isKept(each.seasonNumber) ? each : {...each, monitored: chosen.season(each.seasonNumber)},
				);
				await series.updateOne({_id: id}, {$set: {seasons}}, {session});
				await recount(models, {ids: [id], now: at, set: {updatedAt: at}}, session);
				return true;
			});
			tell(isChanged ? [id] : []);
			return isChanged;
		},
		/** Gives each of these series a folder of its own. */
		async setFolders(folders: ReadonlyMap<string, Pick<Series, 'rootFolderPath' | 'path'>>): Promise<void> {
			const writes = [...folders].map(([_id, {rootFolderPath, path}]) => ({
				updateOne: {filter: {_id}, update: {$set: {rootFolderPath, path}}},
			}));
			const write = () => documents().bulkWrite(writes, {ordered: false});
			await (writes.length > 0 ? revisions.during(folderAspects, write) : null);
			tell([...folders.keys()]);
		},
	};
}
