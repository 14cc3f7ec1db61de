import type {WaitingEpisode, BacklogSeries} from '#shared/store/series/episode-backlog.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {awakeTitles} from './awake-titles.ts';
import {batchesOf} from './batches-of.ts';
import {inTurn} from './movie-lines.ts';

/** A series, and how long its longest unsearched episode has waited. */
export interface SeriesInLine extends BacklogSeries {
	lastSearchTime: Date | null;
}

/** The monitored series with a missing episode that does not rest. */
export function missingSeriesLine(deps: WorkerDeps): AsyncGenerator<SeriesInLine> {
	return seriesOf(deps.episodes.missingLine(deps.now()), deps);
}

/** Those of them with an episode that never was searched or whose rest is over. */
export function awakeSeriesLine(deps: WorkerDeps): AsyncGenerator<SeriesInLine> {
	return seriesOf(inTurn(deps.episodes.unsearched(deps.now()), awake('missingEpisodes', deps)), deps);
}

/** The series with an episode below the cutoff whose rest is over. */
export function awakeBetterSeries(deps: WorkerDeps): AsyncGenerator<SeriesInLine> {
	return seriesOf(awake('betterEpisodes', deps), deps);
}

async function* awake(line: 'missingEpisodes' | 'betterEpisodes', deps: WorkerDeps): AsyncGenerator<WaitingEpisode> {
	const {missingOf, belowCutoffOf} = deps.episodes;
	yield* await awakeTitles(line, line === 'missingEpisodes' ? missingOf : belowCutoffOf, deps);
}

/**
 * The series of these episodes, in the order of their longest unsearched episodes that do not rest. An episode that
 * never was searched does not wait behind its series, whenever that was searched.
 */
export async function* seriesOf(
	line: AsyncIterable<WaitingEpisode>,
	{series, searchBackOff, now}: WorkerDeps,
): AsyncGenerator<SeriesInLine> {
	const met = new Set<string>();
	for await (const batch of batchesOf(line)) {
		const fresh = batch.filter(({seriesId}) => !met.has(seriesId));
		const resting = await searchBackOff.resting(
			fresh.map(({id}) => id),
			now(),
		);
		const due = fresh.filter(({id}) => !resting.has(id));
		const monitored = due.length > 0 ? await series.monitoredOf([...new Set(due.map(({seriesId}) => seriesId))]) : new Map();
		for (const {seriesId, lastSearchTime} of due) {
			const found = met.has(seriesId) ? undefined : monitored.get(seriesId);
			met.add(seriesId);
			if (found) {
				yield {...found, lastSearchTime};
			}
		}
	}
}

/** Series in an order of their own. */
export async function* inOrder(series: AsyncIterable<BacklogSeries>): AsyncGenerator<SeriesInLine> {
	for await (const each of series) {
		yield {...each, lastSearchTime: null};
	}
}
