import {mapInTurns} from '#shared/coordination/wait.ts';
import {
	type Candidate,
	episodeTitlesOf,
	type MappedMedia,
	readRelease,
	releaseTypeOf,
	toCandidate,
} from '#shared/domain/decisions/candidate.ts';
import {type Decision, decide, endDelays, type Judged} from '#shared/domain/decisions/decide.ts';
import type {Asking, Facts} from '#shared/domain/decisions/facts.ts';
import {type JudgedRelease, toJudged} from '#shared/domain/decisions/judged-release.ts';
import {rank, weigh} from '#shared/domain/decisions/rank.ts';
import {yearsApart} from '#shared/domain/matching/find-by-name.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {isNumberedElsewhere, type MatchedEpisodes, readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {hasItsName, isOtherTitle} from '#shared/domain/matching/other-title.ts';
import {type GivenIds, noIds} from '#shared/domain/matching/same-ids.ts';
import {copiesOf, createTitleIndex, type LibraryTitle, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {isOfSeries} from '#shared/domain/release/guess-mode.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FormatDeps} from '../library/run-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type Asked, collectFacts, type FactDeps, type OtherCopy} from './collect-facts.ts';
import {matchCustomFormats, matchTerms, type ReadRelease} from './match-patterns.ts';

export type JudgeDeps = FactDeps & FormatDeps & Pick<WorkerDeps, 'movies' | 'series'>;

/** The titles for which releases are accepted. */
interface Narrowing<Title> {
	/** Null for any. */
	wanted: readonly Title[] | null;
	/** Only copies in this library. */
	libraryId?: string | undefined;
}

/** Why releases are judged. */
type AskedMovie = Asking & Narrowing<Movie>;

/** What is searched for, and why. */
type AskedSeries = Asked & Narrowing<Series>;

/**
 * Why each release is judged: some may have waited since a search, others come from a feed. `copyId` is the title, if
 * there are several copies of it.
 */
export type AskedOf = (release: FoundRelease, copyId: string | null) => Asked;

/** Parses, maps and judges the releases of a movie search, best first. */
export async function judgeMovieReleases(releases: readonly FoundRelease[], asked: AskedMovie, deps: JudgeDeps): Promise<JudgedRelease[]> {
	return rankReleases(await decideMovieReleases(releases, asked, deps), deps);
}

export async function decideMovieReleases(
	releases: readonly FoundRelease[],
	{wanted, libraryId, ...asking}: AskedMovie,
	deps: JudgeDeps,
): Promise<Decision[]> {
	const asked = {...asking, episodeIds: null};
	return endDelays(await decideMovies(releases, {wanted, libraryId, askedOf: () => asked}, deps));
}

/** Releases for which everything is read at once: as many names and ids as one query may ask for. */
const batch = 500;

/** Judges a great many releases, some at a time, so that neither a query nor our own turn becomes too long. */
async function inBatches(
	releases: readonly FoundRelease[],
	judge: (some: readonly FoundRelease[]) => Promise<readonly Judged[]>,
): Promise<Judged[]> {
	const judged: Judged[] = [];
	for (let at = 0; at < releases.length; at += batch) {
		judged.push(...(await judge(releases.slice(at, at + batch))));
	}
	return judged;
}

/** Divides releases into series and movies where the search did not ask for either. */
export async function divideReleases(releases: readonly FoundRelease[]): Promise<{shows: FoundRelease[]; films: FoundRelease[]}> {
	const ofSeries = await mapInTurns(releases, isOfSeries);
	const {shows = [], films = []} = Object.groupBy(releases, (_release, index) => (ofSeries[index] ? 'shows' : 'films'));
	return {shows, films};
}

const readAs = (releases: readonly FoundRelease[], mode: 'movie' | 'tv') =>
	mapInTurns(releases, (release): ReadRelease => ({release, parsed: readRelease(release, mode)}));

/** Judges each release by itself, for each copy of its title; `endDelays` compares them. */
export function decideMovies(
	releases: readonly FoundRelease[],
	asked: Narrowing<Movie> & {askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	return inBatches(releases, some => decideSomeMovies(some, asked, deps));
}

async function decideSomeMovies(
	releases: readonly FoundRelease[],
	{askedOf, ...narrowing}: Narrowing<Movie> & {askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	const read = await readAs(releases, 'movie');
	const facts = await collectFacts(releases, release => askedOf(release, null), deps);
	const decideOne = await createDecider(read, deps);
	const mapped = await mapToMovies(read, narrowing, deps);
	const stranger = facts.ofStranger(narrowing.wanted?.[0] ?? null);
	const factsByMovie = new Map<string, typeof stranger>();
	for (const {title, others} of new Map([...mapped.values()].flat().map(each => [each.title.id, each])).values()) {
		factsByMovie.set(title.id, await facts.ofMovie(title, others));
	}
	const judged = await mapInTurns(read, row => {
		const judgeFor = (movie: Movie | null, copyId: string | null, isNamedOtherwise = false) => {
			const known = (movie && factsByMovie.get(movie.id)) ?? stranger;
			return decideOne(row, mediaOfMovie(movie, {isNamedOtherwise, wanted: narrowing.wanted}), known.of(askedOf(row.release, copyId)));
		};
		const titles = mapped.get(row.release) ?? [];
		return titles.length === 0
			? [judgeFor(null, null)]
			: titles.map(({title, others, isNamedOtherwise}) => judgeFor(title, copyIdOf(title, others), isNamedOtherwise));
	});
	return judged.flat();
}

const copyIdOf = ({id}: {id: string}, others: readonly OtherCopy[]) => (others.length > 0 ? id : null);

/** Parses, maps and judges the releases of a series search or a feed. */
export async function decideSeriesReleases(
	releases: readonly FoundRelease[],
	{wanted, libraryId, ...asked}: AskedSeries,
	deps: JudgeDeps,
): Promise<Decision[]> {
	return endDelays(await decideEpisodes(releases, {wanted, libraryId, askedOf: () => asked}, deps));
}

/** Judges each release by itself, for each copy of its title; `endDelays` compares them. */
export function decideEpisodes(
	releases: readonly FoundRelease[],
	asked: Narrowing<Series> & {askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	return inBatches(releases, some => decideSomeEpisodes(some, asked, deps));
}

async function decideSomeEpisodes(
	releases: readonly FoundRelease[],
	{askedOf, ...narrowing}: Narrowing<Series> & {askedOf: AskedOf},
	deps: JudgeDeps,
): Promise<Judged[]> {
	const read = await readAs(releases, 'tv');
	const facts = await collectFacts(releases, release => askedOf(release, null), deps);
	const decideOne = await createDecider(read, deps);
	const mapped = await mapToSeries(read, narrowing, deps);
	const titles = new Map([...mapped.values()].flat().map(each => [each.id, each.others]));
	const factsById = new Map<string, Awaited<ReturnType<typeof facts.ofSeries>> & {held: ReturnType<typeof readerOfEpisodes<Episode>>}>();
	for (const series of await deps.series.getMany([...titles.keys()])) {
		const known = await facts.ofSeries(series, titles.get(series.id));
		factsById.set(series.id, {...known, held: readerOfEpisodes(known.episodes, series)});
	}
	const stranger = facts.ofStranger(narrowing.wanted?.[0] ?? null);
	const rows = await mapInTurns(read, row => {
		const judgeFor = (id: string, copyId: string | null, isNamedOtherwise = false) => {
			const asked = askedOf(row.release, copyId);
			const known = factsById.get(id) ?? null;
			const held = known && row.parsed ? known.held(row.parsed, {publishedAt: row.release.publishDate}) : nothing;
			const media = mediaOfSeries(known, held, {isNamedOtherwise, wanted: narrowing.wanted});
			return decideOne(row, media, known ? known.of(held.episodes, asked) : stranger.of(asked));
		};
		const copies = mapped.get(row.release) ?? [];
		return copies.length === 0
			? [judgeFor('', null)]
			: copies.map(copy => judgeFor(copy.id, copyIdOf(copy, copy.others), copy.isNamedOtherwise));
	});
	const judged = rows.flat();
	await noteUnknownEpisodes(judged, deps);
	return judged;
}

/** This many releases show that a series is numbered differently by its releases. */
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
	const weighed = await mapInTurns(decisions, decision => weigh(decision, preferences));
	return mapInTurns(rank(decisions, preferences, weighed), toJudged);
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
		const {profile, originalLanguage} = facts;
		const knownTitle = (media.kind === 'movie' ? media.movie : media.series)?.title ?? null;
		const formats = scoreRelease(row, {
			profile,
			originalLanguage,
			knownTitle,
			episodeTitles: episodeTitlesOf(media),
			releaseType: releaseTypeOf({parsed, media}),
		});
		const candidate: Candidate = toCandidate(release, parsed, {media, formats, matchedTerms: matchedTerms(release)});
		return {decision: decide(candidate, facts), facts};
	};
}

interface MovieCopy extends Omit<FoundCopy, 'id'> {
	title: Movie;
}

/** Loads only the movies that the names and ids of the releases could mean, because the library may hold 100,000. */
async function mapToMovies(
	read: readonly ReadRelease[],
	narrowing: Narrowing<Movie>,
	{movies}: Pick<WorkerDeps, 'movies'>,
): Promise<Map<FoundRelease, MovieCopy[]>> {
	const index = createTitleIndex(await movies.byKeys(lookupKeys(read)));
	const copies = await inCopies(read, {index, ...narrowing}, (parsed, given) => matchMovie(index, parsed, given));
	const ids = new Set([...copies.values()].flat().map(({id}) => id));
	const known = new Map((await movies.getMany([...ids])).map(movie => [movie.id, movie]));
	const toCopies = (rows: readonly FoundCopy[]) =>
		rows.flatMap(({id, ...rest}) => (known.has(id) ? [{title: known.get(id)!, ...rest}] : [])); // checked by has()
	return new Map([...copies].map(([release, rows]) => [release, toCopies(rows)]));
}

/** Loads only the series that the names and ids of the releases could mean. */
async function mapToSeries(
	read: readonly ReadRelease[],
	narrowing: Narrowing<Series>,
	{series}: Pick<WorkerDeps, 'series'>,
): Promise<Map<FoundRelease, FoundCopy[]>> {
	const index = createTitleIndex(await series.byKeys(lookupKeys(read)));
	return inCopies(read, {index, ...narrowing}, (parsed, given) => matchSeries(index, parsed, given));
}

interface FoundCopy {
	id: string;
	/** The copies of it in other libraries. */
	others: readonly OtherCopy[];
	/** Only the id that an indexer gives says so: the release is named as something else. */
	isNamedOtherwise: boolean;
}

/** The copies of the works that the releases match, the oldest first; only the wanted ones. */
async function inCopies<T extends LibraryTitle & OtherCopy>(
	read: readonly ReadRelease[],
	{index, wanted, libraryId}: Narrowing<{id: string}> & {index: TitleIndex<T>},
	match: (parsed: ParsedTitle, given: GivenIds) => T | null,
): Promise<Map<FoundRelease, FoundCopy[]>> {
	const isWanted = (copy: T) =>
		(!wanted || wanted.some(({id}) => id === copy.id)) && (libraryId === undefined || copy.libraryId === libraryId);
	return new Map(
		await mapInTurns(read, row => {
			const {release, parsed} = row;
			const found = parsed && match(parsed, release);
			const all = found ? copiesOf(index, found) : [];
			const isNamedOtherwise = parsed !== null && found !== null && match(parsed, noIds) !== found && isOfOther(parsed, found);
			const copies = all
				.filter(isWanted)
				.map(({id}) => ({id, others: all.length > 1 ? all.filter(other => other.id !== id) : [], isNamedOtherwise}));
			return [release, copies] as const;
		}),
	);
}

/** A longer name, and another year, are those of a sequel. */
function isOfOther(parsed: ParsedTitle, known: LibraryTitle): boolean {
	const titles = [...parsed.titles, parsed.titleWithoutYear ?? ''];
	const isLater = (yearsApart(parsed.year, known) ?? 0) > 1 && !hasItsName(titles, known);
	return isLater || isOtherTitle({titles, known, isSupported: true});
}

interface Named {
	isNamedOtherwise: boolean;
	wanted: readonly {title: string}[] | null;
}

const searchedFor = (wanted: Named['wanted']) => (wanted?.[0] ? {searchedFor: wanted[0].title} : {});

function mediaOfMovie(movie: Movie | null, {isNamedOtherwise, wanted}: Named): MappedMedia {
	return {
		kind: 'movie',
		movie: movie && {id: movie.id, title: movie.title, year: movie.year, runtime: movie.runtime, libraryId: movie.libraryId},
		...(isNamedOtherwise && {isNamedOtherwise}),
		...(movie === null && searchedFor(wanted)),
	};
}

const nothing: MatchedEpisodes<Episode> = {episodes: [], numbering: null};

/** An episode without a running time of its own has that of its series. */
function mediaOfSeries(
	known: {series: Series; episodes: readonly Episode[]} | null,
	{episodes: held, numbering}: MatchedEpisodes<Episode>,
	{isNamedOtherwise, wanted}: Named,
): MappedMedia {
	const series = known?.series ?? null;
	const episodes = held.map(({id, seasonNumber, episodeNumber, title, runtime}) => ({
		id,
		seasonNumber,
		episodeNumber,
		title,
		runtime: runtime ?? series?.runtime ?? null,
	}));
	return {
		kind: 'series',
		series: series && {id: series.id, title: series.title, libraryId: series.libraryId},
		episodes,
		...(numbering && {numbering}),
		...(series === null && searchedFor(wanted)),
		...(known && isNumberedElsewhere(known.episodes) && {isNumberedElsewhere: true as const}),
		...(isNamedOtherwise && {isNamedOtherwise}),
	};
}
