import Joi from 'joi';
import type {Document} from 'mongodb';
import type {Operations} from '#api/http/operation.ts';
import {
	okJson,
	type PageQuery,
	pageFields,
	pageOf,
	presentPagination,
	type Route,
	type RouteOptions,
	route,
	type SortText,
	toSort,
} from '#api/http/route.ts';
import {standing} from '#api/http/title-standing.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {parseSubtitleKindKey, type SubtitleKind} from '#shared/domain/media/subtitle.ts';
import type {TitleState} from '#shared/domain/searches/title-state.ts';
import type {Fault} from '#shared/errors.ts';
import {pickValues} from '#shared/lists/bson-json.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import type {Page} from '#shared/lists/pager.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {inside, viewOf} from '#shared/presenters/view.ts';
import {readTogether} from '#shared/store/mongo/one-command.ts';
import type {ProfileCutoff} from '#shared/store/profiles/quality-profiles.ts';
import {type WantedKind, wantedEpisodes, wantedMovies} from '#shared/store/wanted/wanted-lists.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import {backOffIdsOf, type NextSearch, nextSearches, readSchedule, type SearchSchedule} from '#shared/tasks/next-searches.ts';
import {type AskedTitle, lookupsOfStates, type Standing, type StateFacts, standingsOf} from '#shared/tasks/title-states.ts';

const optionsOf = (wanted: WantedKind) =>
	({access: 'auth', query: wantedQuery(wanted), findQueryFaults: query => wantedFaults(wanted, query)}) satisfies RouteOptions<
		unknown,
		WantedTitlesQuery,
		unknown
	>;

export function wantedRoutes(deps: RouteDeps): Route[] {
	const inWanted = {...deps, schedule: cached(() => readSchedule(deps), {ttlMs: recentMs})};
	const cutoffs = cached(deps.qualityProfiles.cutoffs, {ttlMs: recentMs});
	const read = (reading: WantedReading) => readWantedPage(reading, inWanted);
	const plain = createListWriter('items', storedWanted);
	const withFile = createListWriter('items', storedBelowCutoff);
	return [
		route('GET /api/wanted/missing', optionsOf('missing'), async ({query}) => {
			const {projection} = plain;
			const {rows, total, computed, standings} = await read({wanted: 'missing', query, projection});
			const further = computed.map(row => computedMissing.present({...row, standing: standings.get(row.id)!})); // asked for
			return okJson(plain.write(rows, {pagination: presentPagination(query, total)}, further));
		}),
		route('GET /api/wanted/cutoff', optionsOf('cutoff'), async ({query}) => {
			const {projection} = withFile;
			const page = read({wanted: 'cutoff', query, projection});
			const [{rows, total, computed}, {byId, ofDefault}] = await Promise.all([page, cutoffs()]);
			const further = computed.map(row => {
				const {cutoff = '', cutoffFormatScore = 0} = byId.get(row.qualityProfileId ?? '') ?? ofDefault ?? {};
				return computedCutoff.present({...row, cutoff, cutoffFormatScore});
			});
			return okJson(withFile.write(rows, {pagination: presentPagination(query, total)}, further));
		}),
		route('GET /api/wanted/subtitles', optionsOf('subtitles'), async ({query}) => {
			const projection = {...plain.projection, 'file.subtitles.missing': 1};
			const {rows, total, computed} = await read({wanted: 'subtitles', query, projection});
			const titles = readRows<Pick<Movie, 'id' | 'file'>>(rows);
			const missingKinds = titles.map(({file}) => (file?.subtitles?.missing ?? []).map(parseSubtitleKindKey));
			const further = computed.map((row, index) => computedSubtitles.present({...row, missing: missingKinds[index] ?? []}));
			return okJson(plain.write(rows, {pagination: presentPagination(query, total)}, further));
		}),
	];
}

/** Milliseconds for which the state of tasks, indexers, budgets and profiles is shown unchanged. */
const recentMs = 1000;

export interface WantedPage extends Page {
	/** For each row. */
	computed: ReadWanted[];
	/** Of missing titles. */
	standings: ReadonlyMap<string, Standing>;
}

interface ReadWanted extends ComputedWanted {
	id: string;
}

/** Only monitored titles are listed as missing. */
const toAskedTitle = (row: Omit<AskedTitle, 'hasFile' | 'monitored'>): AskedTitle => ({...row, hasFile: false, monitored: true});

export interface WantedReading {
	wanted: WantedKind;
	query: WantedTitlesQuery;
	/** Of the stored documents. */
	projection: Document;
}

/** One page of a wanted list, with the next search of each title. */
async function readWantedPage(
	{wanted, query, projection}: WantedReading,
	deps: Pick<RouteDeps, 'episodes' | 'images' | 'movies' | 'series' | 'settings'> & StateFacts & {schedule(): Promise<SearchSchedule>},
): Promise<WantedPage> {
	const {type} = query;
	const {series, searchBackoff} = deps;
	const fields = {...projection, qualityProfileId: 1, availableAt: 1, appearedLate: 1, libraryId: 1, posterUrl: 1};
	const {rows, total} = await (type === 'movie' ? readMovies : readEpisodes)({wanted, query, projection: fields}, deps);
	const now = deps.now();
	const picked = rows.map(row => {
		const values = pickValues(row);
		const [id, lastSearchTime] = [values.text('_id') ?? '', values.moment('lastSearchTime')];
		const availableAt = values.moment(type === 'movie' ? 'availableAt' : 'airDateUtc');
		const [seriesId, qualityProfileId] = [values.text('seriesId'), values.text('qualityProfileId')];
		return {
			id,
			type,
			wanted,
			lastSearchTime,
			availableAt,
			appearedLate: values.isTrue('appearedLate'),
			seriesId,
			qualityProfileId,
			libraryId: values.text('libraryId'),
			posterUrl: values.text('posterUrl'),
		};
	});
	const seriesIds = new Set(picked.flatMap(({seriesId}) => seriesId ?? []));
	const ofStates = lookupsOfStates(wanted === 'missing' ? picked.map(toAskedTitle) : [], deps);
	const lookups = [series.namesOf([...seriesIds]), searchBackoff.standingsOf(backOffIdsOf(picked), now), ...ofStates] as const;
	const [schedule, [owners, standings, ...known]] = await Promise.all([deps.schedule(), readTogether(lookups)]);
	const titles = picked.map(row => ({...row, libraryId: row.seriesId ? (owners.get(row.seriesId)?.libraryId ?? null) : row.libraryId}));
	const next = nextSearches(titles, {standings, now}, schedule);
	const computed = titles.map(({id, seriesId, qualityProfileId, posterUrl}): ReadWanted => {
		const owner = owners.get(seriesId ?? '');
		const {nextSearchAt = null, nextSearchReason = ''} = next.get(id) ?? {};
		return {
			id,
			type,
			seriesTitle: owner?.title ?? null,
			posterUrl: deps.images.shown(owner?.posterUrl ?? posterUrl),
			qualityProfileId: qualityProfileId ?? owner?.qualityProfileId ?? null,
			nextSearchAt,
			nextSearchReason,
		};
	});
	const {pauses} = schedule;
	const missing = wanted === 'missing' ? titles.map(toAskedTitle) : [];
	return {rows, total, computed, standings: standingsOf(missing, {next, pauses, known, now})};
}

/** The part that both types share. Only the list of subtitles has titles that are not monitored. */
function common({wanted, query: {page, limit, sort}}: WantedReading, usualSort: SortText<string>, {settings}: Pick<RouteDeps, 'settings'>) {
	const monitoredOnly = wanted === 'subtitles' && settings.get('subtitles.monitoredOnly');
	return {wanted, page, limit, sort: toSort((sort ?? usualSort) as SortText<string>), monitoredOnly};
}

function readMovies(reading: WantedReading, deps: Pick<RouteDeps, 'movies' | 'now' | 'settings'>): Promise<Page> {
	const {search, libraryId} = reading.query;
	return deps.movies.wantedPage({...common(reading, 'title:asc', deps), search, libraryId}, reading.projection, deps.now());
}

async function readEpisodes(reading: WantedReading, deps: Pick<RouteDeps, 'episodes' | 'now' | 'series' | 'settings'>): Promise<Page> {
	const {search, libraryId, seriesId} = reading.query;
	const selected = await deps.series.selected({search, libraryId});
	const seriesIds = seriesId === undefined ? selected : (selected ?? [seriesId]).filter(id => id === seriesId);
	return deps.episodes.wantedPage({...common(reading, 'airDateUtc:desc', deps), seriesIds}, reading.projection, deps.now());
}

const wantedTypes = ['movie', 'episode'] as const;
export type WantedType = (typeof wantedTypes)[number];

export interface WantedTitlesQuery extends PageQuery {
	type: WantedType;
	sort?: string;
	search?: string;
	libraryId?: string;
	seriesId?: string;
}

/** The fields that a list of this kind is sorted by. */
function sortsOf(wanted: WantedKind, type: WantedType): string[] {
	return Object.keys((type === 'movie' ? wantedMovies : wantedEpisodes)[wanted].orders);
}

/** Which of the sorts belong to which type depends on another parameter: see `wantedFaults`. */
function wantedQuery(wanted: WantedKind) {
	const sorts = [...new Set(wantedTypes.flatMap(type => sortsOf(wanted, type)))];
	return Joi.object<WantedTitlesQuery, true>({
		...pageFields(),
		type: Joi.string()
			.valid(...wantedTypes)
			.default('movie'),
		sort: Joi.string().valid(...sorts.flatMap(field => [`${field}:asc`, `${field}:desc`])),
		search: Joi.string().max(200),
		libraryId: Joi.string().max(100),
		seriesId: Joi.string().max(100),
	});
}

function wantedFaults(wanted: WantedKind, {type, sort, seriesId}: Partial<WantedTitlesQuery>): Fault[] {
	if (type === undefined) {
		return [];
	}
	const sorts = sortsOf(wanted, type);
	const isUnknown = sort !== undefined && !sorts.includes(sort.split(':')[0] ?? '');
	return [
		...(isUnknown ? [{path: 'sort', message: `sort of type ${type} must be one of ${sorts.join(', ')}, with :asc or :desc`}] : []),
		...(seriesId !== undefined && type === 'movie' ? [{path: 'seriesId', message: 'seriesId needs type=episode'}] : []),
	];
}

type OfMovie = 'year' | 'inCinemas' | 'digitalRelease' | 'physicalRelease';
type OfEpisode = 'seriesId' | 'seasonNumber' | 'episodeNumber' | 'airDateUtc';
/** The stored fields of a movie or episode; those of the other type are null. */
type Stored = Pick<Movie, 'id' | 'monitored' | 'lastSearchTime' | 'file'> & {title: string | null} & {[F in OfMovie]: Movie[F] | null} & {
	[F in OfEpisode]: Episode[F] | null;
};

const stored = {
	id: text,
	title: textOrNull,
	year: integerOrNull,
	inCinemas: timestampOrNull,
	digitalRelease: timestampOrNull,
	physicalRelease: timestampOrNull,
	seriesId: textOrNull,
	seasonNumber: integerOrNull,
	episodeNumber: integerOrNull,
	airDateUtc: timestampOrNull,
	monitored: flag,
	lastSearchTime: timestampOrNull,
};
const ofFile = {
	quality: inside('file', 'quality', textOrNull),
	qualityScore: inside('file', 'qualityScore', integerOrNull),
	formatScore: inside('file', 'formatScore', integerOrNull),
};
const storedWanted = viewOf<Stored>()(stored);
const storedBelowCutoff = viewOf<Stored>()({...stored, ...ofFile});

/** What lists add to the stored fields of a title. */
export interface ComputedWanted extends NextSearch {
	type: WantedType;
	seriesTitle: string | null;
	posterUrl: string | null;
	qualityProfileId: string | null;
}
const computedFields = {
	type: oneOf(wantedTypes),
	seriesTitle: textOrNull,
	posterUrl: textOrNull,
	qualityProfileId: textOrNull,
	nextSearchAt: timestampOrNull,
	nextSearchReason: text,
};
const missingFields = {...computedFields, standing};
const computedMissing = viewOf<ComputedWanted & {standing: TitleState}>()(missingFields);
const computedCutoff = viewOf<ComputedWanted & ProfileCutoff>()({...computedFields, cutoff: text, cutoffFormatScore: integer});
const subtitleKind = viewOf<SubtitleKind>()({language: text, forced: flag, hearingImpaired: flag});
const computedSubtitles = viewOf<ComputedWanted & {missing: SubtitleKind[]}>()({...computedFields, missing: subtitleKind.list});

const missingTitle = viewOf<Stored & ComputedWanted & {standing: TitleState}>()({...stored, ...missingFields}, 'MissingTitle');
const titleBelowCutoff = viewOf<Stored & ComputedWanted & ProfileCutoff>()(
	{...stored, ...ofFile, ...computedCutoff.fields},
	'TitleBelowCutoff',
);
const titleWithoutSubtitles = viewOf<Stored & ComputedWanted & {missing: SubtitleKind[]}>()(
	{...stored, ...computedSubtitles.fields},
	'TitleWithoutSubtitles',
);

export const wantedOperations: Operations = {
	'GET /api/wanted/missing': {
		id: 'listMissing',
		summary: 'List monitored titles that are out and have no file',
		replies: {200: pageOf('items', missingTitle)},
	},
	'GET /api/wanted/cutoff': {
		id: 'listBelowCutoff',
		summary: 'List monitored titles whose file is below the cutoff of their profile',
		replies: {200: pageOf('items', titleBelowCutoff)},
	},
	'GET /api/wanted/subtitles': {
		id: 'listMissingSubtitles',
		summary: 'List titles whose file lacks subtitles that their language profile wants',
		replies: {200: pageOf('items', titleWithoutSubtitles)},
	},
};
