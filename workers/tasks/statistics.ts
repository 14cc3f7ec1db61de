import {wait} from '#shared/coordination/wait.ts';
import {createFileSums, createTally} from '#shared/domain/media/statistics.ts';
import type {StatisticsFilter} from '#shared/store/libraries/statistics.ts';
import type {ReadTitle} from '#shared/store/titles/counted-titles.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Whose titles are counted together. */
interface Counted extends StatisticsFilter {
	tally: ReturnType<typeof createTally>;
}

type Marks = Pick<ReadTitle, 'libraryId' | 'tags'>;

/** Counts all titles and files again. Nobody waits for it, so it pauses between batches. */
export const computeStatistics: TaskBody<'countedTitles' | 'libraries' | 'now' | 'statistics'> = async (
	{signal},
	{countedTitles, libraries, statistics, now},
) => {
	const asOf = now();
	const known = (await libraries.list()).map(({id, type}) => ({
		type: type === 'tv' ? ('series' as const) : ('movie' as const),
		libraryId: id,
		tag: null,
	}));
	const plain = (['movie', 'series'] as const).map(type => ({type, libraryId: null, tag: null}));
	const filters: StatisticsFilter[] = [...plain, ...known, ...(await statistics.asked(asOf))];
	const all: Counted[] = filters.map(filter => ({...filter, tally: createTally()}));
	const [ofMovies, ofSeries] = [talliesFor('movie', all), talliesFor('series', all)];
	let titles = 0;
	const owners = new Map<string, Marks & {qualityProfileId: string; rootFolderPath: string}>();
	for await (const some of resting(countedTitles.movies(), signal)) {
		for (const {file, ...title} of some) {
			for (const tally of ofMovies(title)) {
				tally.title(title);
				file && tally.files(file, title, {count: 1, bytes: file.size});
			}
		}
		titles += some.length;
	}
	for await (const some of resting(countedTitles.series(), signal)) {
		for (const title of some) {
			const {id, libraryId, tags, qualityProfileId, rootFolderPath} = title;
			owners.set(id, {libraryId, tags, qualityProfileId, rootFolderPath});
			ofSeries(title).forEach(tally => void tally.title(title));
		}
		titles += some.length;
	}
	const sums = createFileSums();
	const count = (seriesId: string) => {
		const owner = owners.get(seriesId);
		const tallies = owner ? ofSeries(owner) : [];
		for (const {file, ...sum} of sums.take()) {
			tallies.forEach(tally => void (owner && tally.files(file, owner, sum)));
		}
	};
	let of = '';
	for await (const some of resting(countedTitles.episodeFiles(), signal)) {
		for (const {seriesId, file} of some) {
			if (seriesId !== of) {
				count(of);
				of = seriesId;
			}
			sums.add(file);
		}
	}
	count(of);
	const computed = all.map(({tally, ...filter}) => ({...filter, asOf, figures: tally.figures()}));
	await statistics.replaceAll(computed);
	return {itemsProcessed: titles, itemsAffected: computed.length};
};

/** Those that a title counts for. */
function talliesFor(kind: StatisticsFilter['type'], all: readonly Counted[]): (title: Marks) => Counted['tally'][] {
	const own = all.filter(({type}) => type === kind);
	return ({libraryId, tags}) =>
		own
			.filter(each => (each.libraryId === null || each.libraryId === libraryId) && (each.tag === null || tags.includes(each.tag)))
			.map(({tally}) => tally);
}

/** Rests for this part of the time that it works. */
const restedPart = 0.25;

async function* resting<Row>(batches: AsyncIterable<Row[]>, signal: AbortSignal): AsyncGenerator<Row[]> {
	let since = performance.now();
	for await (const some of batches) {
		yield some;
		await wait(restedPart * (performance.now() - since), signal);
		since = performance.now();
	}
}
