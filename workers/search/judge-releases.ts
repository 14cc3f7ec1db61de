import {type Candidate, type MappedMedia, readRelease, releaseTypeOf, toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide, endDelays, type Judged} from '#shared/domain/decisions/decide.ts';
import type {Asking, Facts} from '#shared/domain/decisions/facts.ts';
import {type JudgedRelease, toJudged} from '#shared/domain/decisions/judged-release.ts';
import {rank} from '#shared/domain/decisions/rank.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {isNumberedElsewhere, type MatchedEpisodes, readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FormatDeps} from '../library/run-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Asked, collectFacts, type FactDeps} from './collect-facts.ts';
import {matchCustomFormats, matchTerms, type ReadRelease} from './match-patterns.ts';

export type JudgeDeps = FactDeps & FormatDeps & Pick<WorkerDeps, 'movies' | 'series'>;

/** Why releases are judged. `wanted` limits the mapping to that movie. */
interface AskedMovie extends Asking {
	wanted: Movie | null;
}

/** What is searched for, and why. */
interface AskedSeries extends Asked {
	/** Null to accept releases of any series. */
	series: Series | null;
}

/** Why each release is judged: some may have waited since a search, others come from a feed. */
export type AskedOf = (release: FoundRelease) => Asked;

/** Parses, maps and judges the releases of a movie search, best first. */
export async function judgeMovieReleases(releases: readonly FoundRelease[], asked: AskedMovie, deps: JudgeDeps): Promise<JudgedRelease[]> {
	return rankReleases(await decideMovieReleases(releases, asked, deps), deps);
}

export async function decideMovieReleases(
	releases: readonly FoundRelease[],
	{wanted, ...asking}: AskedMovie,
	deps: JudgeDeps,
): Promise<Decision[]> {
	const asked = {...asking, episodeIds: null};
	return endDelays(await decideMovies(releases, {wanted, askedOf: () => asked}, deps));
}

/** Judges each release by itself; `endDelays` compares them. */
export async function decideMovies(
	releases: readonly FoundRelease[],
	{wanted, askedOf}: {wanted: Movie | null; askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	if (releases.length === 0) {
		return [];
	}
	const read = releases.map((release): ReadRelease => ({release, parsed: readRelease(release, 'movie')}));
	const facts = await collectFacts(releases, askedOf, deps);
	const decideOne = await createDecider(read, deps);
	const mapped = await mapToMovies(read, wanted, deps);
	const stranger = facts.ofStranger(wanted);
	const factsByMovie = new Map<string, typeof stranger>();
	for (const movie of new Set(mapped.values())) {
		factsByMovie.set(movie.id, await facts.ofMovie(movie));
	}
	return read.map(row => {
		const movie = mapped.get(row.release) ?? null;
		const known = (movie && factsByMovie.get(movie.id)) ?? stranger;
		return decideOne(row, mediaOfMovie(movie), known.of(askedOf(row.release)));
	});
}

/** Parses, maps and judges the releases of a series search or a feed. */
export async function decideSeriesReleases(
	releases: readonly FoundRelease[],
	{series, ...asked}: AskedSeries,
	deps: JudgeDeps,
): Promise<Decision[]> {
	return endDelays(await decideEpisodes(releases, {only: series, askedOf: () => asked}, deps));
}

/** Judges each release by itself; `endDelays` compares them. */
export async function decideEpisodes(
	releases: readonly FoundRelease[],
	{only, askedOf}: {only: Series | null; askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	if (releases.length === 0) {
		return [];
	}
	const read = releases.map((release): ReadRelease => ({release, parsed: readRelease(release, 'tv')}));
	const facts = await collectFacts(releases, askedOf, deps);
	const decideOne = await createDecider(read, deps);
	const ids = await mapToSeries(read, only, deps);
	const factsById = new Map<string, Awaited<ReturnType<typeof facts.ofSeries>> & {held: ReturnType<typeof readerOfEpisodes<Episode>>}>();
	for (const series of await deps.series.getMany([...new Set(ids.values())])) {
		const known = await facts.ofSeries(series);
		factsById.set(series.id, {...known, held: readerOfEpisodes(known.episodes, series)});
	}
	const stranger = facts.ofStranger(only);
	const judged = read.map(row => {
		const asked = askedOf(row.release);
		const known = factsById.get(ids.get(row.release) ?? '') ?? null;
		const held = known && row.parsed ? known.held(row.parsed, {publishedAt: row.release.publishDate}) : nothing;
		return decideOne(row, mediaOfSeries(known, held), known ? known.of(held.episodes, asked) : stranger.of(asked));
	});
	await noteUnknownEpisodes(judged, deps);
	return judged;
}

/** As many as show that a series is numbered otherwise by its releases. */
const tellingReleases = 2;

/** Notes the first releases of each series whose episodes it lacks, so that its numbers are looked for elsewhere. */
async function noteUnknownEpisodes(judged: readonly Judged[], {series, now}: Pick<WorkerDeps, 'series' | 'now'>): Promise<void> {
	const unknown = judged.flatMap(({decision: {candidate}}) => {
		const {media, parsed, release} = candidate;
		const isUnclear = !parsed || parsed.seasonExtra || parsed.partialSeason || media.kind === 'movie' || media.isNumberedElsewhere;
		return isUnclear || !media.series || media.episodes.length > 0 ? [] : [{id: media.series.id, guid: release.guid}];
	});
	for (const [id, rows] of Map.groupBy(unknown, row => row.id)) {
		for (const {guid} of rows.slice(0, tellingReleases)) {
			await series.noteUnknownRelease(id, {guid, at: now()});
		}
	}
}

/** Sorts the best first; `wholeSeason` puts packs in front. Each decision knows which protocol its title prefers. */
export async function rankReleases(
	decisions: readonly Decision[],
	{qualityDefinitions, settings, now}: Pick<WorkerDeps, 'qualityDefinitions' | 'settings' | 'now'>,
	wholeSeason = false,
): Promise<JudgedRelease[]> {
	if (decisions.length === 0) {
		return [];
	}
	const preferences = {
		preferredProtocol: null,
		wholeSeason,
		sizeLimits: await qualityDefinitions.limits(),
		properRepack: settings.get('media.properRepack'),
		preferIndexerFlags: settings.get('filters.preferIndexerFlags'),
		now: now(),
	};
	return rank(decisions, preferences).map(toJudged);
}

/** Runs the patterns of people over all releases, then decides about each one by itself. */
async function createDecider(read: readonly ReadRelease[], deps: FormatDeps & Pick<WorkerDeps, 'releaseProfiles'>) {
	const scoreRelease = await matchCustomFormats(read, deps);
	const matchedTerms = await matchTerms(
		read.map(({release}) => release),
		deps,
	);
	return (row: ReadRelease, media: MappedMedia, facts: Facts): Judged => {
		const {release, parsed} = row;
		const formats = scoreRelease(row, {...facts, releaseType: releaseTypeOf({parsed, media})});
		const candidate: Candidate = toCandidate(release, parsed, {media, formats, matchedTerms: matchedTerms(release)});
		return {decision: decide(candidate, facts), facts};
	};
}

/** Loads only the movies that the names and ids of the releases could mean, because the library may hold 100,000. */
async function mapToMovies(
	read: readonly ReadRelease[],
	wanted: Movie | null,
	{movies}: Pick<WorkerDeps, 'movies'>,
): Promise<Map<FoundRelease, Movie>> {
	const index = createTitleIndex(await movies.byKeys(lookupKeys(read)));
	const ids = idsOf(read, wanted, ({release, parsed}) => parsed && matchMovie(index, parsed, release));
	const known = new Map((await movies.getMany([...new Set(ids.values())])).map(movie => [movie.id, movie]));
	return new Map([...ids].flatMap(([release, id]) => (known.has(id) ? [[release, known.get(id)!]] : []))); // checked by has()
}

/** Loads only the series that the names and ids of the releases could mean. */
async function mapToSeries(
	read: readonly ReadRelease[],
	wanted: Series | null,
	{series}: Pick<WorkerDeps, 'series'>,
): Promise<Map<FoundRelease, string>> {
	const index = createTitleIndex(await series.byKeys(lookupKeys(read)));
	return idsOf(read, wanted, ({release, parsed}) => parsed && matchSeries(index, parsed, release));
}

/** The ids of the titles that the releases match; only of the wanted one, if there is one. */
function idsOf(
	read: readonly ReadRelease[],
	wanted: {id: string} | null,
	match: (read: ReadRelease) => {id: string} | null,
): Map<FoundRelease, string> {
	const matches = read.map(row => [row.release, match(row)?.id ?? null] as const);
	return new Map(matches.flatMap(([release, id]) => (id !== null && (!wanted || id === wanted.id) ? [[release, id]] : [])));
}

function mediaOfMovie(movie: Movie | null): MappedMedia {
	return {kind: 'movie', movie: movie && {id: movie.id, title: movie.title, year: movie.year, runtime: movie.runtime}};
}

const nothing: MatchedEpisodes<Episode> = {episodes: [], numbering: null};

/** An episode without a running time of its own has that of its series. */
function mediaOfSeries(
	known: {series: Series; episodes: readonly Episode[]} | null,
	{episodes: held, numbering}: MatchedEpisodes<Episode>,
): MappedMedia {
	const series = known?.series ?? null;
	const episodes = held.map(({id, seasonNumber, episodeNumber, runtime}) => ({
		id,
		seasonNumber,
		episodeNumber,
		runtime: runtime ?? series?.runtime ?? null,
	}));
	return {
		kind: 'series',
		series: series && {id: series.id, title: series.title},
		episodes,
		...(numbering && {numbering}),
		...(known && isNumberedElsewhere(known.episodes) && {isNumberedElsewhere: true as const}),
	};
}
