import type {ClientSession} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import type {MonitorChoice} from '../../domain/media/monitor-seasons.ts';
import type {SeriesType} from '../../domain/media/series.ts';
import {Conflict} from '../../errors.ts';
import type {Documents} from '../../lists/ordered.ts';
import {repeatable, twoAtATime} from '../mongo/small-steps.ts';
import {titleExists} from '../titles/title-copies.ts';
import {folderAspects, tagsAspect} from '../titles/title-pages.ts';
import {type TagChange, tagStages} from '../titles/title-tags.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import {chooseEpisodes, inSteps} from './choose-episodes.ts';
import {changeSeries, type SeriesModels} from './count-series.ts';
import {seriesAspectsOf} from './series-page.ts';

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

/** How often flags may change while episodes follow them. */
const maxRounds = 10;

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
	function typeStage(type: SeriesType | null): object {
		const providerType = {$ifNull: ['$providerType', '$type']};
		return {$set: {chosenType: {$literal: type}, providerType, type: type === null ? providerType : {$literal: type}}};
	}

	const setMonitored = (seriesIds: readonly string[], monitored: boolean, options: {session: ClientSession} | typeof repeatable) =>
		episodes.updateMany(
			{seriesId: {$in: [...seriesIds]}, seriesMonitored: {$ne: monitored}},
			{$set: {seriesMonitored: monitored}},
			options,
		);

	async function flagsOf(ids: readonly string[]): Promise<Map<string, boolean>> {
		const rows = await series.find({_id: {$in: [...ids]}}, {monitored: 1}).lean<{_id: string; monitored: boolean}[]>();
		return new Map(rows.map(({_id, monitored}) => [_id, monitored]));
	}

	/** Gives the episodes of some series the flags of these. */
	async function settleSome(ids: readonly string[]): Promise<void> {
		let before = await flagsOf(ids);
		for (let round = 1; before.size > 0; round += 1) {
			for (const [monitored, some] of Map.groupBy(before, ([, flag]) => flag)) {
				await setMonitored(
					some.map(([id]) => id),
					monitored,
					repeatable,
				);
			}
			// Whoever has changed a series meanwhile may have written its episodes before us.
			const now = await flagsOf([...before.keys()]);
			before = new Map([...now].filter(([id, flag]) => before.get(id) !== flag));
			if (before.size > 0 && round === maxRounds) {
				throw new Conflict('changed_meanwhile', 'The series are being changed by others. It is tried again.');
			}
		}
	}

	/**
	 * Gives the episodes of these series the flags of their series. May be repeated. It is no transaction for the
	 * reason that `chooseTogether` has.
	 */
	async function settleMonitored(ids: readonly string[]): Promise<void> {
		await twoAtATime(await inSteps(models, ids), step => revisions.during([episodesAspect], () => settleSome(step)));
	}

	return {
		/** Throws Conflict `series_exists` if the other library has the series. */
		async change(id: string, {type, ...change}: SeriesChange, at: Date): Promise<void> {
			const set = {...change, updatedAt: at};
			const {monitored} = change;
			const alone = () => revisions.during(aspectsOf(set), () => documents().updateOne({_id: id}, stagesOf(set)));
			const withEpisodes = () =>
				changeSeries(models, [...aspectsOf(set), episodesAspect, ...(type === undefined ? [] : ['type'])], async session => {
					await documents().updateOne({_id: id}, stagesOf(set), {session});
					await (type === undefined ? null : documents().updateOne({_id: id}, [typeStage(type)], {session}));
					await (monitored === undefined ? null : setMonitored([id], monitored, {session}));
				});
			await (monitored === undefined && type === undefined ? alone() : withEpisodes()).catch(throwExists);
			tell([id]);
		},
		/**
		 * Changes the existing ones and returns their ids. Episodes follow the flag of their series, some at a time;
		 * whoever changes it has promised `settleMonitored`, in case that this process dies in between. Throws Conflict
		 * like `change`.
		 */
		async changeMany(ids: readonly string[], {type, ...change}: SeriesChange, at: Date): Promise<string[]> {
			const rows = await series.find({_id: {$in: [...ids]}}, {_id: 1}).lean<{_id: string}[]>();
			const known = rows.map(({_id}) => _id);
			const set = {...change, updatedAt: at};
			const ofType = type === undefined ? [] : [typeStage(type)];
			const aspects = [...aspectsOf(set), ...(type === undefined ? [] : ['type'])];
			const write = () => documents().updateMany({_id: {$in: known}}, [...stagesOf(set), ...ofType]);
			await revisions.during(aspects, write).catch(throwExists);
			await (change.monitored === undefined ? null : settleMonitored(known));
			tell(known);
			return known;
		},
		settleMonitored,
		/** See `chooseEpisodes`. */
		async chooseEpisodes(ids: readonly string[], monitor: MonitorChoice, at: Date): Promise<void> {
			tell(await chooseEpisodes(models, ids, {monitor, at}));
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
