import {hourMs} from '#shared/domain/durations.ts';
import type {AppTitle, NotificationMessage, NotifiedTitle, ReplacedFile} from '#shared/domain/notifications/message.ts';
import type {HistoryEntry, UnnotifiedEntry} from '#shared/store/downloads/history-schema.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type AppDeps = Pick<WorkerDeps, 'customFormats' | 'downloadClients' | 'episodes' | 'history' | 'movies' | 'numbers' | 'series'>;

/** A history entry and the title that it is about. */
interface Told {
	entry: UnnotifiedEntry;
	media: NotifiedTitle | null;
}

type WithApp = (message: NotificationMessage, entry: UnnotifiedEntry) => NotificationMessage;

/** Adds to messages what programs made for Radarr and Sonarr are told besides. */
export async function readAppTitles(told: readonly Told[], deps: AppDeps): Promise<WithApp> {
	const media = told.flatMap(each => each.media ?? []);
	const entries = told.map(({entry}) => entry);
	const [appOf, replacedOf, clients, formats] = await Promise.all([
		readTitles(media, deps),
		readReplaced(entries, deps),
		deps.downloadClients.list(),
		deps.customFormats.list(),
	]);
	const kinds = new Map(clients.map(({name, kind}) => [name, kind]));
	const names = new Map(formats.map(({id, name}) => [id, name]));
	const factsOf = (entry: UnnotifiedEntry): Partial<AppTitle> => {
		const clientKind = kinds.get(entry.downloadClient ?? '');
		const {formatScore, formatIds} = entry.data;
		const ids = typeof formatIds === 'string' ? formatIds.split(' ') : [];
		const replaced = replacedOf(entry);
		return {
			...(clientKind && {clientKind}),
			...(typeof formatScore === 'number' && {formats: {score: formatScore, names: ids.flatMap(id => names.get(id) ?? [])}}),
			...(replaced.length > 0 && {replaced}),
		};
	};
	return (message, entry) => {
		if (!('media' in message.data) || !message.data.media) {
			return message;
		}
		const {media: about} = message.data;
		const path = 'path' in message.data ? message.data.path : null;
		const app = {...appOf(about, path), ...goneApp(entry), ...factsOf(entry)};
		return {...message, data: {...message.data, media: {...about, app}}} as NotificationMessage; // of the same type
	};
}

/** A title that left the library is known by its entry alone. */
const goneApp = ({media}: UnnotifiedEntry): Partial<AppTitle> => ({...media?.app, ...(media?.tags && {tags: media.tags})});

/** How programs know titles, episodes and files. */
async function readTitles(
	media: readonly NotifiedTitle[],
	{movies, series, episodes, numbers}: AppDeps,
): Promise<(title: NotifiedTitle, path: string | null) => AppTitle> {
	const idsOf = (type: NotifiedTitle['type']) => [...new Set(media.flatMap(each => (each.type === type ? [each.id] : [])))];
	const episodeIds = [...new Set(media.flatMap(each => each.episodes.map(({id}) => id)))];
	const [ofMovies, ofSeries, ofEpisodes, films, shows, parts, filesOfMovies, filesOfSeries] = await Promise.all([
		numbers.of('movie', idsOf('movie')),
		numbers.of('series', idsOf('series')),
		numbers.of('episode', episodeIds),
		movies.getMany(idsOf('movie')),
		series.getMany(idsOf('series')),
		episodes.getMany(episodeIds),
		numbers.ofFiles('movie', idsOf('movie')),
		numbers.ofFiles('series', idsOf('series')),
	]);
	const files = new Map(
		[...films, ...parts].flatMap(({file}) => {
			const number = file?.number ?? filesOfMovies.get(file?.id ?? '') ?? filesOfSeries.get(file?.id ?? '');
			return file && number !== undefined ? [[file.path, number] as const] : [];
		}),
	);
	const titles = new Map([...films, ...shows].map(title => [title.id, title]));
	const tvdbIds = new Map(shows.map(({id, tvMetaId}) => [id, tvMetaId]));
	const airDates = new Map(parts.map(({id, airDate}) => [id, airDate]));
	const releaseDates = new Map(films.map(({id, physicalRelease, digitalRelease}) => [id, physicalRelease ?? digitalRelease]));
	const fileOf = (path: string | null): Pick<AppTitle, 'file'> => {
		const file = files.get(path ?? '');
		return file === undefined ? {} : {file};
	};
	return ({id, type, episodes: about}, path) => ({
		number: (type === 'movie' ? ofMovies : ofSeries).get(id) ?? 0,
		path: titles.get(id)?.path ?? '',
		tags: titles.get(id)?.tags ?? [],
		tvdbId: tvdbIds.get(id) ?? null,
		episodes: about.map(episode => ofEpisodes.get(episode.id) ?? 0),
		airDates: about.map(episode => airDates.get(episode.id) ?? null),
		releaseDate: releaseDates.get(id)?.toISOString().slice(0, 10) ?? null,
		...fileOf(path),
	});
}

/** The files whose place the imported file of an entry took: they were noted just before it. */
async function readReplaced(entries: readonly HistoryEntry[], {history}: AppDeps): Promise<(entry: HistoryEntry) => ReplacedFile[]> {
	const imports = entries.filter(({event}) => event === 'imported');
	const fileIds = imports.flatMap(({data}) => (typeof data['fileId'] === 'string' ? [data['fileId']] : []));
	const titleIds = imports.flatMap(({movieId, seriesId}) => movieId ?? seriesId ?? []);
	const since = new Date(Math.min(...imports.map(({timestamp}) => Number(timestamp))) - hourMs);
	const gone = fileIds.length > 0 ? await history.replacedBy([...new Set(fileIds)], [...new Set(titleIds)], since) : [];
	const byFile = Map.groupBy(gone, ({data}) => data['replacedBy']);
	return ({event, data}) =>
		event !== 'imported' || typeof data['fileId'] !== 'string'
			? []
			: (byFile.get(data['fileId']) ?? []).map(({quality, data: {path, size}}) => ({
					path: String(path ?? ''),
					quality,
					size: typeof size === 'number' ? size : null,
				}));
}
