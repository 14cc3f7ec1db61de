import {wait} from '#shared/coordination/wait.ts';
import {createTally} from '#shared/domain/media/statistics.ts';
import type {TaskBody} from '../executions/run-execution.ts';

type Tally = ReturnType<typeof createTally>;

/** Counts all titles and files anew. Nobody waits for it, so it rests as long as it works. */
export const computeStatistics: TaskBody<'countedTitles' | 'libraries' | 'now' | 'statistics'> = async (
	{signal},
	{countedTitles, libraries, statistics, now},
) => {
	const known = await libraries.list();
	const asOf = now();
	const all = (['movie', 'series'] as const).map(type => {
		const own = known.filter(library => (library.type === 'tv' ? 'series' : 'movie') === type);
		return {type, tallies: new Map<string | null, Tally>([null, ...own.map(({id}) => id)].map(id => [id, createTally()]))};
	});
	const [ofMovies, ofSeries] = all.map(({tallies}) => (libraryId: string | null) => {
		const own = libraryId === null ? undefined : tallies.get(libraryId);
		return [tallies.get(null), own].filter(tally => tally !== undefined);
	}) as [(libraryId: string | null) => Tally[], (libraryId: string | null) => Tally[]]; // of the two kinds
	let titles = 0;
	const owners = new Map<string, {libraryId: string | null; qualityProfileId: string; rootFolderPath: string}>();
	for await (const some of resting(countedTitles.movies(), signal)) {
		for (const {file, ...title} of some) {
			for (const tally of ofMovies(title.libraryId)) {
				tally.title(title);
				file && tally.file(file, title);
			}
		}
		titles += some.length;
	}
	for await (const some of resting(countedTitles.series(), signal)) {
		for (const title of some) {
			const {id, libraryId, qualityProfileId, rootFolderPath} = title;
			owners.set(id, {libraryId, qualityProfileId, rootFolderPath});
			ofSeries(libraryId).forEach(tally => void tally.title(title));
		}
		titles += some.length;
	}
	for await (const some of resting(countedTitles.episodeFiles(), signal)) {
		for (const {seriesId, file} of some) {
			const owner = owners.get(seriesId);
			if (owner) {
				ofSeries(owner.libraryId).forEach(tally => void tally.file(file, owner));
			}
		}
	}
	const computed = all.flatMap(({type, tallies}) =>
		[...tallies].map(([libraryId, tally]) => ({type, libraryId, asOf, figures: tally.figures()})),
	);
	await statistics.replaceAll(computed);
	return {itemsProcessed: titles, itemsAffected: computed.length};
};

async function* resting<Row>(batches: AsyncIterable<Row[]>, signal: AbortSignal): AsyncGenerator<Row[]> {
	let since = performance.now();
	for await (const some of batches) {
		yield some;
		await wait(performance.now() - since, signal);
		since = performance.now();
	}
}
