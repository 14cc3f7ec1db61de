import {isDeepStrictEqual} from 'node:util';
import type {NewLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {mapPath} from '#shared/domain/moves/map-paths.ts';
import type {FoundRecord, MoveKind} from '#shared/domain/moves/move.ts';
import {subtitleSettings} from '#shared/domain/moves/source-subtitle-providers.ts';
import {
	languageColumns,
	minimumScoreIn,
	readLanguageProfile,
	readSubtitleEvent,
	type SubtitleEvent,
	subtitleHistoryColumns,
} from '#shared/domain/moves/source-subtitles.ts';
import {textOf, wholeOf} from '#shared/domain/moves/source-titles.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper, madeRecords} from './keep-records.ts';
import {inBatches, type PlannedRow} from './plan-titles.ts';
import type {Carried} from './read-carried.ts';
import {nameOf, together} from './write-activity.ts';
import {freeName, lowerNames} from './write-records.ts';
import {type RuleDeps, writeSettings} from './write-rules.ts';
import {
	blockedTables,
	type FoundTitle,
	planSubtitleProviders,
	type SubtitleContext,
	type SubtitleProviderDeps,
	type Titles,
	writeBlockedSubtitles,
	writeSubtitleProviders,
} from './write-subtitle-providers.ts';

export type SubtitleDeps = Pick<
	WorkerDeps,
	'episodes' | 'history' | 'languageProfiles' | 'libraries' | 'movies' | 'moves' | 'now' | 'series'
> &
	SubtitleProviderDeps &
	RuleDeps;

const mostProfiles = 200;
const mostTitles = 200_000;
const histories = ['table_history_movie', 'table_history'] as const;

async function readProfiles(source: ArrDatabase): Promise<FoundRecord<NewLanguageProfile>[]> {
	const rows = await source.list('table_languages_profiles', languageColumns, mostProfiles);
	const minimum = minimumScoreIn(source.bazarrConfig);
	return rows.map(row => readLanguageProfile(row, minimum));
}

/** What it has for our settings. */
export const subtitleSettingsOf = ({bazarrConfig}: Pick<ArrDatabase, 'bazarrConfig'>): Pick<Carried, 'settings'> => ({
	settings: {settings: subtitleSettings(bazarrConfig), homeless: []},
});

/** The rows about what Bazarr has. */
export async function planSubtitles(source: ArrDatabase): Promise<[MoveKind, readonly PlannedRow[]][]> {
	const counted = histories.flatMap((table): PlannedRow[] => {
		const rows = source.tables[table] ?? 0;
		const of = table === 'table_history' ? 'episodes' : 'movies';
		return rows > 0 ? [{sourceId: table, title: `${rows.toLocaleString('en')} events of subtitles of ${of}`, notes: []}] : [];
	});
	const {providers, blocked} = await planSubtitleProviders(source);
	return [
		['languageProfile', await readProfiles(source)],
		['subtitle', counted],
		['subtitleProvider', providers],
		['blocklist', blocked],
	];
}

/** Writes what Bazarr has, once the titles that it is about are here. */
export async function writeSubtitles(context: SubtitleContext, deps: SubtitleDeps): Promise<void> {
	await writeSettings(subtitleSettingsOf(context.database), {moveId: context.move.id, source: context.source}, deps);
	const profiles = await writeProfiles(context, deps);
	const titles = await findTitles(context, deps);
	await giveProfiles(titles, profiles, context, deps);
	const found = {
		titles,
		episodes: await findEpisodes(titles, context.database, deps),
		providers: await writeSubtitleProviders(context, deps),
	};
	for (const table of histories) {
		await writeEvents(table, found, context, deps);
	}
	for (const table of blockedTables) {
		await writeBlockedSubtitles(table, found, context, deps);
	}
}

/** Our ids of its language profiles. */
async function writeProfiles({move, source, database}: SubtitleContext, deps: SubtitleDeps): Promise<Map<number, string>> {
	const {languageProfiles, moves, now} = deps;
	const keeper = await createKeeper({moveId: move.id, source, kind: 'languageProfile'}, moves);
	const ids = new Map<number, string>();
	for (const {sourceId, wanted} of await readProfiles(database)) {
		if (!wanted) {
			continue;
		}
		const all = await languageProfiles.list();
		const same = all.find(
			each =>
				isDeepStrictEqual(plain(each.subtitles), plain(wanted.subtitles)) &&
				each.subtitleCutoff === wanted.subtitleCutoff &&
				each.minimumSubtitleScore === wanted.minimumSubtitleScore &&
				each.name.startsWith(wanted.name),
		);
		const {id} = await keeper.keep(sourceId, {
			find: () => same?.id ?? null,
			async add() {
				const name = freeName(wanted.name, 'radarr', lowerNames(all));
				return (await languageProfiles.add({...wanted, name}, now())).id;
			},
		});
		ids.set(Number(sourceId), id);
	}
	return ids;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Its numbers are those of the Radarr and the Sonarr that it belongs to; the ids at the providers say which. */
async function findTitles(context: SubtitleContext, deps: SubtitleDeps): Promise<Titles> {
	const {database} = context;
	const {movies, series} = deps;
	const found = {movies: new Map<number, FoundTitle>(), series: new Map<number, FoundTitle>()};
	for (const row of await database.list('table_movies', ['radarrId', 'tmdbId', 'imdbId', 'profileId'], mostTitles)) {
		const [number, metaId] = [wholeOf(row['radarrId']), wholeOf(Number(row['tmdbId']))];
		const byId = metaId === null || metaId <= 0 ? null : await movies.findOldest(metaId);
		const title = number === null ? null : (byId ?? (await findByNumber(context, number, textOf(row['imdbId']), deps)));
		title && found.movies.set(number ?? 0, {...ofTitle('movie', title), profileId: wholeOf(row['profileId'])});
	}
	for (const row of await database.list('table_shows', ['sonarrSeriesId', 'tvdbId', 'profileId'], mostTitles)) {
		const [number, tvMetaId] = [wholeOf(row['sonarrSeriesId']), wholeOf(row['tvdbId'])];
		const title = number === null || tvMetaId === null ? null : await series.findByTvMetaId(tvMetaId);
		title && found.series.set(number ?? 0, {...ofTitle('series', title), profileId: wholeOf(row['profileId'])});
	}
	return found;
}

const ofTitle = (kind: FoundTitle['kind'], {id, title, libraryId}: {id: string; title: string; libraryId: string | null}) => ({
	...{kind, id, title, libraryId},
});

/** Over HTTP it tells no number of TMDB: its Radarr has the film under the same number, as the id at IMDb shows. */
async function findByNumber(
	{move}: SubtitleContext,
	number: number,
	imdbId: string | null,
	{movies, moves}: SubtitleDeps,
): Promise<Movie | null> {
	for (const [source, {program}] of move.sources.entries()) {
		const ourId =
			program === 'radarr' ? await moves.rows.ourIdOf({moveId: move.id, source, kind: 'movie', sourceId: String(number)}) : null;
		const found = ourId === null ? null : await movies.find(ourId);
		if (found && (imdbId === null || found.imdbId === null || found.imdbId === imdbId)) {
			return found;
		}
	}
	return null;
}

/** A library of the move gets the profile that most of its titles have; the others get their own. */
async function giveProfiles(
	titles: Titles,
	profiles: ReadonlyMap<number, string>,
	context: SubtitleContext,
	deps: SubtitleDeps,
): Promise<void> {
	const {move, check} = context;
	const {libraries, movies, series, moves, now} = deps;
	const made = await madeRecords({moveId: move.id, source: move.sources.length, kind: 'library'}, moves);
	const all = [...titles.movies.values(), ...titles.series.values()].filter(({profileId}) => profiles.has(profileId ?? -1));
	for (const [libraryId, of] of Map.groupBy(all, title => title.libraryId)) {
		if (libraryId === null || !made.has(libraryId)) {
			continue;
		}
		const idOf = ({profileId}: FoundTitle) => profiles.get(profileId ?? -1) ?? null;
		const [most] = [...Map.groupBy(of, idOf)].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id);
		const library = await libraries.get(libraryId);
		if (most && library.languageProfileId !== most) {
			await libraries.change(libraryId, {languageProfileId: most}, now());
		}
		for (const title of of.filter(each => idOf(each) !== most)) {
			await check();
			const store = title.kind === 'movie' ? movies : series;
			const known = await store.find(title.id);
			if (known && (known.languageProfileId ?? null) === null) {
				await store.change(title.id, {languageProfileId: idOf(title)}, now());
			}
		}
	}
}

async function writeEvents(
	table: (typeof histories)[number],
	{titles, episodes}: {titles: Titles; episodes: ReadonlyMap<number, string>},
	{move, source, database, check}: SubtitleContext,
	deps: SubtitleDeps,
) {
	const {history, moves} = deps;
	const about = {moveId: move.id, source, kind: 'subtitle' as const};
	if ((database.tables[table] ?? 0) === 0 || (await moves.rows.traces(about)).get(table)?.ourId) {
		return;
	}
	await moves.rows.begin({...about, sourceId: table}, {made: true});
	const mappings = [...move.mappings, ...move.folders.flatMap(({from, to}) => (to === null ? [] : [{from, to}]))];
	for await (const rows of inBatches(database.rows(table, subtitleHistoryColumns), together)) {
		await check();
		const keyed = rows.flatMap(row => {
			const event = readSubtitleEvent(row);
			const title = event && (event.radarrId === null ? titles.series.get(event.seriesId ?? 0) : titles.movies.get(event.radarrId));
			return event && title ? [{event, title, onceKey: `move:${nameOf('bazarr', table, event.id, Number(event.at))}`}] : [];
		});
		const known = await history.keysAmong(keyed.map(({onceKey}) => onceKey));
		const fresh = keyed.filter(({onceKey}) => !known.has(onceKey));
		const toPath = (path: string | null) => (path === null ? null : (mapPath(path, mappings) ?? path));
		await history.addPast(
			fresh.map(({event, title, onceKey}) => ({
				entry: toEntry(event, title, {moveId: move.id, path: toPath(event.path), episode: episodes.get(event.episodeId ?? 0)}),
				onceKey,
			})),
		);
	}
	await moves.rows.note(about, new Map([[table, 'history']]));
}

function toEntry(
	{event, title, at, language, provider, score, reason}: SubtitleEvent,
	{kind, id}: FoundTitle,
	{moveId, path, episode}: {moveId: string; path: string | null; episode: string | undefined},
) {
	return {
		event,
		title,
		movieId: kind === 'movie' ? id : null,
		seriesId: kind === 'series' ? id : null,
		episodeIds: episode ? [episode] : [],
		quality: null,
		qualityScore: null,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {path, language, provider, score, reason, moveId},
		timestamp: at,
	};
}

/** Its episodes are numbered as those of Sonarr. */
async function findEpisodes({series}: Titles, database: ArrDatabase, {episodes}: SubtitleDeps): Promise<Map<number, string>> {
	const found = new Map<number, string>();
	const columns = ['sonarrEpisodeId', 'season', 'episode'];
	for (const [number, {id}] of series) {
		const ours = new Map(
			(await episodes.ofSeries(id)).map(each => {
				const {season, episode} = each.numbers?.tvdb ?? {season: each.seasonNumber, episode: each.episodeNumber};
				return [`${season}x${episode}` as string, each.id] as const;
			}),
		);
		for (const row of await database.list('table_episodes', columns, 20_000, {column: 'sonarrSeriesId', values: [number]})) {
			const own = ours.get(`${row['season']}x${row['episode']}`);
			own && found.set(Number(row['sonarrEpisodeId']), own);
		}
	}
	return found;
}
