import {isDeepStrictEqual} from 'node:util';
import {type MonitorChoice, monitoringOf} from '../../domain/media/monitor-seasons.ts';
import {seriesTogether} from '../../domain/media/series-together.ts';
import {Conflict} from '../../errors.ts';
import type {Documents} from '../../lists/ordered.ts';
import {repeatable, twoAtATime} from '../mongo/small-steps.ts';
import {episodeAspects, type SeriesModels, toCounts} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';
import type {StoredSeries} from './series-schema.ts';

/** Every write that changes episodes in what counts changes one of these, too. */
const counted = [
	'seasons',
	'seasonCount',
	'episodeCount',
	'episodeFileCount',
	'totalEpisodeCount',
	'missingCount',
	'sizeOnDisk',
	'downloaded',
	'nextAiring',
	'previousAiring',
	'countsUntil',
	'updatedAt',
] as const;
type CountedSeries = Pick<StoredSeries, '_id' | (typeof counted)[number]>;

const chosen = ['seriesId', 'seasonNumber', 'episodeNumber', 'airDate', 'airDateUtc', 'hasFile', 'monitored'] as const;
type ChosenRow = Pick<StoredEpisode, '_id' | 'file' | (typeof chosen)[number]>;

const included = (fields: readonly string[]) => Object.fromEntries(fields.map(field => [field, 1 as const]));

/** What changes together, of those of these series that exist. */
export async function inSteps({series}: SeriesModels, ids: readonly string[]): Promise<string[][]> {
	const sizes = await series
		.find({_id: {$in: [...ids]}}, {totalEpisodeCount: 1})
		.lean<Pick<CountedSeries, '_id' | 'totalEpisodeCount'>[]>();
	return seriesTogether(sizes, {series: 50, episodes: 2500}).map(step => step.map(({_id}) => _id));
}

/** How often the same series may be changed by others meanwhile. */
const maxRounds = 10;

interface Choice {
	monitor: MonitorChoice;
	at: Date;
}

/**
 * Chooses again which episodes and seasons are monitored; specials stay as they are, unless nothing is chosen. Returns
 * those series that exist. It may be repeated, as after a death in between.
 */
export async function chooseEpisodes(models: SeriesModels, ids: readonly string[], choice: Choice): Promise<string[]> {
	const steps = await inSteps(models, ids);
	await twoAtATime(steps, async step => {
		let left = step;
		for (let round = 1; left.length > 0; round += 1) {
			if (round > maxRounds) {
				throw new Conflict('changed_meanwhile', 'The series are being changed by others. It is tried again.');
			}
			left = await chooseTogether(models, left, choice);
		}
	});
	return steps.flat();
}

/**
 * Returns those to be chosen again, because somebody else has changed one of them meanwhile. Nothing is a transaction:
 * in one, MongoDB 6 looks up every index in its catalogue for each document, which takes five times as long.
 */
async function chooseTogether(models: SeriesModels, ids: readonly string[], choice: Choice): Promise<string[]> {
	const {revisions, series, episodes} = models;
	// First the series: if their episodes change after this read, so do they.
	const found = await series.find({_id: {$in: [...ids]}}, included(counted)).lean<CountedSeries[]>();
	const rows = await episodes.find({seriesId: {$in: [...ids]}}, included([...chosen, 'file.id', 'file.size'])).lean<ChosenRow[]>();
	const bySeries = Map.groupBy(rows, ({seriesId}) => seriesId);
	const changes = found.flatMap(row => changeOf(row, bySeries.get(row._id) ?? [], choice) ?? []);
	if (changes.length === 0) {
		return [];
	}
	const wrong = changes.flatMap(change => change.wrong);
	const flagged = [true, false].flatMap(monitored => {
		const $in = wrong.filter(row => row.monitored !== monitored).map(({_id}) => _id);
		return $in.length > 0 ? [{updateMany: {filter: {_id: {$in}}, update: {$set: {monitored, updatedAt: choice.at}}}}] : [];
	});
	const isAsRead = await revisions.during(episodeAspects, async () => {
		// Mongoose would cast all of it.
		const [flags, counts] = [episodes.collection, series.collection] as unknown as [Documents, Documents];
		await (flagged.length > 0 ? flags.bulkWrite(flagged, repeatable) : null);
		const writes = changes.map(({write}) => write);
		const {matchedCount} = await counts.bulkWrite(writes, repeatable);
		return matchedCount === changes.length;
	});
	// Those that were written are found to be right then.
	return isAsRead ? [] : changes.map(({id}) => id);
}

interface Change {
	id: string;
	/** Episodes with the other flag. */
	wrong: ChosenRow[];
	/** Writes flags and counts of a series that is still as it was read. */
	write: {updateOne: {filter: Pick<CountedSeries, '_id'>; update: object}};
}

/** Null if all is as it is chosen. */
function changeOf(series: CountedSeries, rows: readonly ChosenRow[], {monitor, at}: Choice): Change | null {
	const {_id: id, seasons} = series;
	const bySeason = Map.groupBy(rows, ({seasonNumber}) => seasonNumber);
	const own = seasons.map(({seasonNumber}) => ({seasonNumber, episodes: bySeason.get(seasonNumber) ?? []}));
	const choice = monitoringOf(own, {monitor, options: [], now: at});
	const isKept = (seasonNumber: number) => seasonNumber === 0 && monitor !== 'none';
	const wrong: ChosenRow[] = [];
	const right = rows.map(row => {
		const monitored = isKept(row.seasonNumber) ? row.monitored : choice.episode(row);
		if (monitored !== row.monitored) {
			wrong.push(row);
		}
		return {...row, monitored, file: row.file ?? null};
	});
	const flagged = seasons.map(each => (isKept(each.seasonNumber) ? each : {...each, monitored: choice.season(each.seasonNumber)}));
	const counts = toCounts(flagged, right, at);
	const isRight = Object.entries(counts).every(([field, value]) => isDeepStrictEqual(series[field as keyof CountedSeries] ?? null, value));
	if (wrong.length === 0 && isRight) {
		return null;
	}
	const asRead = Object.fromEntries(counted.map(field => [field, series[field] ?? null]));
	return {id, wrong, write: {updateOne: {filter: {_id: id, ...asRead}, update: {$set: {...counts, updatedAt: at}}}}};
}
