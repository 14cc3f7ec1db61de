import type {MovieDetails} from '#shared/domain/media/movie.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {type FileOnDisk, judgeMovie, type SourceFacts} from '#shared/domain/moves/judge-movie.ts';
import {judgeSeries, type SeriesContent} from '#shared/domain/moves/judge-series.ts';
import type {MoveNote, PathMapping} from '#shared/domain/moves/move.ts';
import {
	columns,
	readEpisode,
	readFile,
	readMovie,
	readSeries,
	type SourceFile,
	type SourceMovie,
	type SourceRow,
	type SourceSeries,
	wholeOf,
} from '#shared/domain/moves/source-titles.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {NotFound} from '#shared/errors.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {fileOnDisk} from './find-on-disk.ts';

export type TitleDeps = Pick<WorkerDeps, 'files' | 'metadata' | 'movies' | 'series'>;

export interface PlannedRow {
	sourceId: string;
	title: string;
	notes: MoveNote[];
}

/** A title of the source with everything that says what becomes of it. Without details it does not come. */
export interface JudgedMovie {
	movie: SourceMovie;
	file: SourceFile | null;
	onDisk: FileOnDisk | null;
	details: MovieDetails | null;
	notes: MoveNote[];
}
export interface JudgedSeries extends SeriesContent {
	series: SourceSeries;
	details: SeriesDetails | null;
	notes: MoveNote[];
}

export interface TitlePlan {
	facts: SourceFacts;
	mappings: readonly PathMapping[];
	/** Ids in the other program of titles that are passed over. */
	skip?: ReadonlyMap<string, unknown>;
	signal: AbortSignal;
	deps: TitleDeps;
}

/** Titles whose files and details are read together. */
const together = 50;
/** Questions to the provider and the disk at a time. */
const atOnce = 6;
/** Files of one movie, and episodes of one series, that are read. */
const most = {files: 2000, episodes: 20_000};

const titled = (title: string, year: number | null) => (year === null ? title : `${title} (${year})`);

/** The movies of a source in their order, some at a time. */
export async function* judgeMovies(source: ArrDatabase, plan: TitlePlan): AsyncGenerator<JudgedMovie[]> {
	for await (const rows of inBatches(source.rows('Movies', columns.movies), together)) {
		plan.signal.throwIfAborted();
		const left = rows.filter(({Id}) => !plan.skip?.has(String(Id)));
		const metadataIds = left.map(row => wholeOf(row['MovieMetadataId']));
		const known = await byNumber(source, 'MovieMetadata', columns.movieMetadata, {column: 'Id', wanted: metadataIds});
		const movies = left.flatMap(row => readMovie(row, known.get(wholeOf(row['MovieMetadataId']) ?? 0)?.[0] ?? row) ?? []);
		const wanted = movies.map(({id}) => id);
		const files = await byNumber(source, 'MovieFiles', columns.movieFiles, {column: 'MovieId', wanted});
		const filesOf = ({id}: SourceMovie) => (files.get(id) ?? []).flatMap(row => readFile(row, 'radarr') ?? []);
		let judged: JudgedMovie[] = [];
		for (let at = 0; at < movies.length; at += atOnce) {
			judged.push(...(await Promise.all(movies.slice(at, at + atOnce).map(movie => judgeOne(movie, filesOf(movie), plan)))));
			if (judged.reduce((sum, {details}) => sum + sizeOf(details), 0) >= maxPeople) {
				yield judged;
				judged = [];
			}
		}
		yield judged;
	}
}

/** People of movies that are held at a time; they are the larger part of what the provider tells. */
const maxPeople = 20_000;
const sizeOf = (details: MovieDetails | null): number => (details ? details.cast.length + details.crew.length + details.images.length : 0);

async function judgeOne(
	movie: SourceMovie,
	files: readonly SourceFile[],
	{facts, mappings, signal, deps}: TitlePlan,
): Promise<JudgedMovie> {
	const details = movie.isGone ? null : await movieDetails(movie, deps, signal);
	const file = files.find(({id}) => id === movie.fileId) ?? null;
	const onDisk = file && (await fileOnDisk(file, {folder: movie.path, mappings, mode: 'movie'}, deps));
	const others = files.filter(each => each !== file);
	return {movie, file, onDisk, details, notes: judgeMovie(movie, {file, onDisk, others}, {details, facts})};
}

export async function planMovie({movie, details, notes}: JudgedMovie, {movies}: Pick<TitleDeps, 'movies'>): Promise<PlannedRow> {
	return toRow(movie, notes, details !== null && (await movies.findOldest(details.metaId)) !== null);
}

export async function planSeries({series, details, notes}: JudgedSeries, deps: Pick<TitleDeps, 'series'>): Promise<PlannedRow> {
	return toRow(series, notes, details !== null && (await deps.series.findOldest(details.metaId)) !== null);
}

const toRow = ({id, title, year}: {id: number; title: string; year: number | null}, notes: MoveNote[], isHere: boolean): PlannedRow => ({
	sourceId: String(id),
	title: titled(title, year),
	notes: isHere ? [...notes, {code: 'already_here', detail: 'It is in the library already.'}] : notes,
});

async function movieDetails({metaId, imdbId}: SourceMovie, {metadata}: TitleDeps, signal: AbortSignal): Promise<MovieDetails | null> {
	const id = metaId ?? (imdbId === null ? null : await metadata.findByImdbId(imdbId, 'movie', signal));
	return id === null ? null : orNull(metadata.movie(id, signal));
}

/** The series of a source in their order, one at a time. */
export async function* judgeAllSeries(source: ArrDatabase, plan: TitlePlan): AsyncGenerator<JudgedSeries> {
	for await (const rows of inBatches(source.rows('Series', columns.series), together)) {
		const left = rows.filter(({Id}) => !plan.skip?.has(String(Id)));
		for (const series of left.flatMap(row => readSeries(row) ?? [])) {
			plan.signal.throwIfAborted();
			yield await judgeOneSeries(series, source, plan);
		}
	}
}

async function judgeOneSeries(
	series: SourceSeries,
	source: ArrDatabase,
	{facts, mappings, signal, deps}: TitlePlan,
): Promise<JudgedSeries> {
	const among = {column: 'SeriesId', values: [series.id]};
	const episodes = (await source.list('Episodes', columns.episodes, most.episodes, among)).flatMap(row => readEpisode(row) ?? []);
	const files = (await source.list('EpisodeFiles', columns.episodeFiles, most.episodes, among)).flatMap(
		row => readFile(row, 'sonarr') ?? [],
	);
	const place = {folder: series.path, mappings, mode: 'tv' as const};
	const onDisk = new Map(await inLanes(files, async file => [file.id, await fileOnDisk(file, place, deps)] as const));
	const details = await seriesDetails(series, deps, signal);
	return {series, episodes, files, onDisk, details, notes: judgeSeries(series, {episodes, files, onDisk}, {details, facts})};
}

/** By its ids at TMDB and TVDB, which must agree, or by that of TVDB alone if its year or title agrees. */
async function seriesDetails(series: SourceSeries, {metadata}: TitleDeps, signal: AbortSignal): Promise<SeriesDetails | null> {
	const direct = series.metaId === null ? null : await orNull(metadata.series(series.metaId, signal));
	if (direct && direct.tvMetaId === series.tvMetaId) {
		return direct;
	}
	const found = series.tvMetaId === null ? null : await metadata.findByTvMetaId(series.tvMetaId, signal);
	const details = found === null ? null : await orNull(metadata.series(found, signal));
	// The provider may also find an episode with this number, which belongs to another series.
	const mayBe = details !== null && (details.tvMetaId === null || details.tvMetaId === series.tvMetaId);
	return details && mayBe && isSameWork(details, series) ? details : null;
}

function isSameWork({title, originalTitle, alternativeTitles, year}: SeriesDetails, theirs: SourceSeries): boolean {
	const isNear = year !== null && theirs.year !== null && Math.abs(year - theirs.year) <= 1;
	const name = foldTitle(theirs.title);
	return isNear || [title, originalTitle, ...alternativeTitles].some(each => foldTitle(each) === name);
}

/** What the provider does not have. An outage is thrown: the plan waits for its end. */
const orNull = <Details>(asked: Promise<Details>): Promise<Details | null> =>
	asked.catch(error => {
		if (error instanceof NotFound) {
			return null;
		}
		throw error;
	});

/** Characters of rows that are held at a time; one value may have 200,000. */
const maxChars = 4_000_000;

/** Rows in their order, so many at a time, or fewer large ones. */
export async function* inBatches(rows: AsyncIterable<SourceRow>, size: number): AsyncGenerator<SourceRow[]> {
	let batch: SourceRow[] = [];
	let chars = 0;
	for await (const row of rows) {
		batch.push(row);
		chars += Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
		if (batch.length >= size || chars >= maxChars) {
			yield batch;
			batch = [];
			chars = 0;
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}

/** Rows of a table by a number in one of their columns. */
async function byNumber(
	source: ArrDatabase,
	table: string,
	of: readonly string[],
	{column, wanted}: {column: string; wanted: readonly (number | null)[]},
): Promise<Map<number, SourceRow[]>> {
	const values = [...new Set(wanted.filter(each => each !== null))];
	const rows = values.length === 0 ? [] : await source.list(table, of, most.files, {column, values});
	return Map.groupBy(rows, row => wholeOf(row[column]) ?? 0);
}

/** In order, some at a time. */
export async function inLanes<Item, Made>(items: readonly Item[], work: (item: Item) => Promise<Made>): Promise<Made[]> {
	const made: Made[] = [];
	for (let at = 0; at < items.length; at += atOnce) {
		made.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
	}
	return made;
}
