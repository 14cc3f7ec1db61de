import {randomUUID} from 'node:crypto';
import type {Series} from '../../domain/media/library-series.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {type MonitorChoice, monitoringOf, type SeasonOption} from '../../domain/media/monitor-seasons.ts';
import {nextSeriesRefresh} from '../../domain/media/next-refresh.ts';
import type {SeriesDetails, SeriesType} from '../../domain/media/series.ts';
import {members} from '../../lists/revisions.ts';
import type {DeletedDocument} from '../libraries/deletions.ts';
import {indexedFirst} from '../mongo/indexed-first.ts';
import {numberFiles} from '../mongo/record-numbers.ts';
import {type Stored, toRecord, withoutHidden} from '../mongo/records.ts';
import type {AlsoWriteNew} from '../mongo/transaction.ts';
import {titleExists} from '../titles/title-copies.ts';
import {titleEntry} from '../titles/title-entries.ts';
import {newTags} from '../titles/title-tags.ts';
import {changeSeries, type SeriesModels, toCounts} from './count-series.ts';
import {fromSeriesDetails, hiddenOfSeries, type StoredSeries, seriesSchema, toNewEpisode, toSeason, typesOf} from './series-schema.ts';

export type NewSeries = Pick<
	Series,
	| 'monitored'
	| 'seasonFolder'
	| 'monitorNewSeasons'
	| 'rootFolderPath'
	| 'path'
	| 'qualityProfileId'
	| 'libraryId'
	| 'languageProfileId'
	| 'searchOnAdd'
> &
	Partial<Pick<Series, 'addedAt' | 'addedBy' | 'tags' | 'ruleTags'>> & {
		seasonOptions: SeasonOption[];
		/** `all` by default. */
		monitor?: MonitorChoice;
		/** Null for the type by the provider. */
		type?: SeriesType | null;
		/** Its number in another program, which it keeps if no series has it. */
		number?: number;
		/** What is known of its episodes from there, by their place such as `1x2`. */
		knownEpisodes?: ReadonlyMap<string, KnownEpisode>;
	};

/** An episode as another program has it. It keeps its number if no episode here has it. */
export interface KnownEpisode {
	number: number;
	monitored: boolean;
	file: MediaFile | null;
}

const arrange = indexedFirst(seriesSchema);

/** Stores a series with all its seasons and episodes in one step. Throws Conflict `series_exists`. */
export async function addSeries(
	models: SeriesModels,
	details: SeriesDetails,
	{
		seasonOptions: options,
		monitor = 'all',
		type: chosenType = null,
		knownEpisodes = new Map(),
		now,
		alsoWrite,
		...choice
	}: NewSeries & {now: Date; alsoWrite?: AlsoWriteNew},
): Promise<Series> {
	const {series, episodes, history, titleNews} = models;
	const seriesId = randomUUID();
	const monitoring = monitoringOf(details.seasons, {monitor, options, now});
	const seasons = details.seasons.map(season => toSeason(season, {monitored: monitoring.season(season.seasonNumber)}));
	const files = await numberedFiles(models, knownEpisodes);
	const rows = details.seasons.flatMap(season =>
		season.episodes.map(episode => {
			const known = knownEpisodes.get(`${episode.seasonNumber}x${episode.episodeNumber}`);
			const flags = {monitored: known?.monitored ?? monitoring.episode(episode), seriesMonitored: choice.monitored};
			const file = files.get(known?.file?.id ?? '') ?? null;
			const row = {...toNewEpisode(episode, {seriesId, ...flags, now}), file, hasFile: file !== null};
			return {...row, ...(known && {number: known.number})};
		}),
	);
	const counts = toCounts(seasons, rows, now);
	const stored: StoredSeries = arrange({
		_id: seriesId,
		...fromSeriesDetails(details),
		...typesOf(details, chosenType),
		...counts,
		addedBy: null,
		...choice,
		...(choice.libraryId === null && {alone: true as const}),
		...newTags(choice),
		lastSearchTime: null,
		lastRefreshTime: now,
		refreshAt: nextSeriesRefresh({status: details.status, ...counts}, now),
		addedAt: choice.addedAt ?? now,
		createdAt: now,
		updatedAt: now,
	});
	try {
		await history.alongside(note =>
			changeSeries(models, [members], async session => {
				await series.create([stored], {session});
				await episodes.insertMany(rows, {session, lean: true, ordered: true});
				await (stored.addedBy && note([titleEntry('titleAdded', 'series', stored, {addedBy: stored.addedBy, at: now})], session));
				await alsoWrite?.(seriesId, session);
			}),
		);
	} catch (error) {
		throw titleExists(error, 'series', details.title);
	}
	titleNews.tell('titleAdded', 'series', [seriesId], stored.libraryId);
	return toRecord<Series>(withoutHidden<Stored<Series>>(stored, {...hiddenOfSeries, number: 0}));
}

/** The files of these episodes with their numbers, by id: one file may have several episodes. */
async function numberedFiles({connection}: SeriesModels, known: ReadonlyMap<string, KnownEpisode>): Promise<Map<string, MediaFile>> {
	const files = new Map([...known.values()].flatMap(({file}) => (file ? [[file.id, file]] : [])));
	return new Map((await numberFiles(connection, [...files.values()])).map(file => [file.id, file]));
}

/** Puts back what a deletion has removed. */
export function restoresSeries(models: SeriesModels) {
	const {series, episodes, history, titleNews} = models;
	return {
		/**
		 * A series that still exists is left alone. Throws Conflict `series_exists` if its library has another copy by
		 * now.
		 */
		async restore({document}: Pick<DeletedDocument, 'document'>, rows: readonly DeletedDocument['document'][], at: Date): Promise<void> {
			const stored = document as StoredSeries; // as it was read
			const write = () =>
				history.alongside(note =>
					changeSeries(models, [members], async session => {
						if (!(await series.exists({_id: stored._id}).session(session))) {
							await series.collection.insertOne(stored as never, {session});
							await (rows.length > 0 ? episodes.collection.insertMany(rows as never[], {session}) : null);
							await note([titleEntry('titleAdded', 'series', stored, {addedBy: stored.addedBy ?? null, at})], session);
						}
					}),
				);
			await write().catch(error => {
				throw titleExists(error, 'series', stored.title);
			});
			titleNews.tell('titleAdded', 'series', [stored._id], stored.libraryId);
		},
	};
}
