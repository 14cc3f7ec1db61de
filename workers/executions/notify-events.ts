import {createHash} from 'node:crypto';
import {isForTitle, type TaggedTitle, untagged} from '#shared/domain/media/tags.ts';
import type {ChangedFile} from '#shared/domain/notifications/delivery.ts';
import type {FailedData, NotificationMessage, NotifiedRelease, NotifiedTitle} from '#shared/domain/notifications/message.ts';
import {isMediaServer, type NotificationRecord} from '#shared/domain/notifications/notification.ts';
import {notifiedMovie, notifiedSeries, type RemovedTitle} from '#shared/domain/notifications/notified-title.ts';
import {isFor} from '#shared/domain/scope.ts';
import type {HistoryEntry, UnnotifiedEntry} from '#shared/store/downloads/history-schema.ts';
import type {NewDelivery} from '#shared/store/notifications/deliveries.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type AppDeps, readAppTitles} from './app-titles.ts';

/** Entries of one step, and steps of one run. */
const maxEntries = 100;
const maxSteps = 20;

type Deps = AppDeps & Pick<WorkerDeps, 'history' | 'notifications' | 'deliveries' | 'movies' | 'series' | 'episodes' | 'libraries' | 'now'>;

/**
 * Turns history entries that were not sent yet into deliveries. The mark of an entry is removed last, and the id of a
 * delivery is made from its entry and receiver. So after a crash in between, the next run adds the same deliveries
 * again without duplicates, and several processes may do this at once.
 */
export async function notifyEvents(deps: Deps): Promise<void> {
	for (let step = 0; step < maxSteps; step += 1) {
		const entries = await deps.history.unnotified(maxEntries);
		if (entries.length > 0) {
			await addDeliveries(entries, deps);
			await deps.history.markNotified(entries.map(({id}) => id));
		}
		if (entries.length < maxEntries) {
			return;
		}
	}
}

async function addDeliveries(entries: readonly UnnotifiedEntry[], deps: Deps): Promise<void> {
	const receivers = (await deps.notifications.list()).filter(({enabled}) => enabled);
	if (receivers.length === 0) {
		return;
	}
	const titleOf = await readNotifiedTitles(entries, deps);
	const ofApps = receivers.some(isApp)
		? await readAppTitles(
				entries.map(entry => ({entry, media: titleOf(entry).media})),
				deps,
			)
		: null;
	const added = entries.flatMap(entry => {
		const {media, tagged} = titleOf(entry);
		const message = messageOf(entry, media);
		if (!message) {
			return [];
		}
		const event = {id: entry.id, message, files: filesOf(message, entry), isForServers: isMove(entry)};
		const renamed = isMove(entry) ? renamedOf(entry, media) : null;
		const concerned = receivers.filter(receiver => isForTitle(receiver.tags, tagged) && isForMedia(receiver, media));
		return concerned.flatMap(receiver => {
			// Media servers look at places, all others are told of the change.
			const own = renamed && !isMediaServer(receiver) ? {id: entry.id, message: renamed, files: []} : event;
			const told = ofApps && isApp(receiver) ? {...own, message: ofApps(own.message, entry)} : own;
			return wants(receiver, own) ? [toDelivery(told, receiver)] : [];
		});
	});
	await deps.deliveries.add(added, deps.now());
}

const isApp = ({kind}: Pick<NotificationRecord, 'kind'>) => kind === 'arrWebhook';

const isForMedia = (receiver: NotificationRecord, media: NotifiedTitle | null) =>
	media === null || isFor(receiver, media.type === 'movie' ? 'movies' : 'tv');

interface DocumentedEvent extends Pick<NewDelivery, 'message' | 'files'> {
	/** Names the event for good. */
	id: string;
	/** Only media servers want to know. */
	isForServers?: boolean;
}

/** A new name or place of files that the library had already. */
const isMove = ({event}: Pick<HistoryEntry, 'event'>) => event === 'fileRenamed' || event === 'titleMoved';

/** A media server has nothing to look for when a file was replaced under its own name: it gets the new one. */
function wants(receiver: NotificationRecord, {message, files, isForServers = false}: DocumentedEvent): boolean {
	if (isForServers && !isMediaServer(receiver)) {
		return false;
	}
	return receiver.events.includes(message.type) && (files.length > 0 || !isMediaServer(receiver));
}

export function toDelivery({id, message, files}: DocumentedEvent, receiver: Pick<NotificationRecord, 'id' | 'kind'>): NewDelivery {
	const changed = isMediaServer(receiver) ? files : [];
	return {id: idFrom(`${id} ${receiver.id}`), notificationId: receiver.id, event: message.type, message, files: changed};
}

/** A UUID that follows from a text. */
function idFrom(text: string): string {
	const digits = createHash('sha256').update(text).digest('hex');
	return [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}

const address = /\b[a-z][a-z+.-]{1,20}:[^\s"'<>]*\/[^\s"'<>]*/gi;

/** For people and programs; null where the old place is unknown. */
function renamedOf({data, timestamp}: HistoryEntry, media: NotifiedTitle | null): NotificationMessage | null {
	const [path, oldPath] = [textOf(data['path']), textOf(data['oldPath'])];
	return path === null || oldPath === null ? null : {type: 'renamed', timestamp: timestamp.toISOString(), data: {media, path, oldPath}};
}

/** The message about a history entry; null if there is none. */
export function messageOf(entry: HistoryEntry, media: NotifiedTitle | null): NotificationMessage | null {
	const timestamp = entry.timestamp.toISOString();
	const {event, data} = entry;
	const release = releaseOf(entry, media);
	if (event === 'grabbed') {
		return {type: 'grabbed', timestamp, data: {...release, protocol: textOf(data['protocol'])}};
	}
	if (isMove(entry)) {
		return {type: 'imported', timestamp, data: {...release, path: textOf(data['path']) ?? '', releaseGroup: null}};
	}
	if (event === 'imported') {
		const type = data['isUpgrade'] === true ? 'upgraded' : 'imported';
		return {type, timestamp, data: {...release, path: textOf(data['path']) ?? '', releaseGroup: textOf(data['releaseGroup'])}};
	}
	if (event === 'downloadFailed' || event === 'importFailed') {
		const message = safe(textOf(data['error']) ?? textOf(data['message']) ?? '');
		return {type: 'failed', timestamp, data: {...release, stage: stageOf(entry), message}};
	}
	if (event === 'titleAdded') {
		return {type: event, timestamp, data: {media}};
	}
	if (event === 'titleRemoved') {
		return {type: event, timestamp, data: {media, deletedFiles: data['deletedFiles'] === true, size: numberOf(data['size']) ?? 0}};
	}
	if (event === 'fileDeleted') {
		const {quality} = entry;
		return {
			type: 'deleted',
			timestamp,
			data: {
				...{media, quality, path: textOf(data['path']) ?? '', reason: textOf(data['reason']) ?? 'deleted'},
				size: numberOf(data['size']),
			},
		};
	}
	return null;
}

function stageOf({event, data}: HistoryEntry): FailedData['stage'] {
	if (event === 'importFailed') {
		return 'import';
	}
	return data['stage'] === 'grab' ? 'grab' : 'download';
}

/** What a media server should look at. A file that was replaced under its own name is not gone. */
function filesOf(message: NotificationMessage, {event, data}: Pick<HistoryEntry, 'event' | 'data'>): ChangedFile[] {
	if (isMove({event})) {
		const [path, old] = [textOf(data['path']), textOf(data['oldPath'])];
		return path !== null && old !== null
			? [
					{path, change: 'created'},
					{path: old, change: 'deleted'},
				]
			: [];
	}
	if (message.type === 'imported') {
		return [{path: message.data.path, change: 'created'}];
	}
	if (message.type === 'upgraded') {
		return [{path: message.data.path, change: 'modified'}];
	}
	const isGone = message.type === 'deleted' && data['sameName'] !== true;
	return isGone ? [{path: message.data.path, change: 'deleted'}] : [];
}

function releaseOf(
	{title, quality, data, indexer, downloadClient, downloadId}: HistoryEntry,
	media: NotifiedTitle | null,
): NotifiedRelease {
	return {media, releaseTitle: title, quality, size: numberOf(data['size']), indexer, downloadClient, downloadId};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Texts of other programs may contain addresses. */
const safe = (text: string) => text.replace(address, '(address)');

/** Of a pack; more would make messages too large for many receivers. */
const maxEpisodes = 100;

type TitleDeps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes' | 'libraries'>;

/** What a message says about a title, and the tags that decide who receives it. */
interface Concerned {
	media: NotifiedTitle | null;
	tagged: TaggedTitle;
}

/** The library titles of these history entries, read at once. */
export async function readNotifiedTitles(
	entries: readonly UnnotifiedEntry[],
	deps: TitleDeps,
): Promise<(entry: UnnotifiedEntry) => Concerned> {
	const libraries = byId(await deps.libraries.list());
	const movies = byId(await deps.movies.getMany(entries.flatMap(({movieId}) => movieId ?? [])));
	const series = byId(await deps.series.getMany(entries.flatMap(({seriesId}) => seriesId ?? [])));
	const episodes = byId(await deps.episodes.getMany(entries.flatMap(({episodeIds}) => episodeIds.slice(0, maxEpisodes))));
	const works = [...(await copiesOf(movies, deps.movies)), ...(await copiesOf(series, deps.series))];
	/** The library of a title that several have. */
	const libraryOf = ({id, libraryId}: {id: string; libraryId: string | null}) => {
		const name = works.some(ids => ids.has(id)) ? libraries.get(libraryId ?? '')?.name : undefined;
		return name === undefined ? {} : {library: name};
	};
	const taggedOf = ({libraryId = null, tags = []}: Pick<RemovedTitle, 'libraryId' | 'tags'>) => ({
		library: libraries.get(libraryId ?? '') ?? null,
		labels: tags,
	});
	return entry => {
		const {movieId, seriesId, episodeIds} = entry;
		const movie = movieId && movies.get(movieId);
		const show = seriesId && series.get(seriesId);
		if (movie) {
			return {media: {...notifiedMovie(movie), ...libraryOf(movie)}, tagged: taggedOf(movie)};
		}
		if (show) {
			const held = episodeIds.slice(0, maxEpisodes).flatMap(each => episodes.get(each) ?? []);
			return {media: {...notifiedSeries(show, held), ...libraryOf(show)}, tagged: taggedOf(show)};
		}
		if (entry.media) {
			const {libraryId, tags, app, ...media} = entry.media;
			return {media, tagged: taggedOf(entry.media)};
		}
		return {media: whatIsLeft(entry), tagged: untagged};
	};
}

/** The ids of the titles of each work that has several. */
async function copiesOf(
	titles: ReadonlyMap<string, {metaId: number}>,
	store: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
): Promise<Set<string>[]> {
	const copies = await store.copiesOf([...new Set([...titles.values()].map(({metaId}) => metaId))]);
	const works = Map.groupBy(copies, ({metaId}) => metaId).values();
	return [...works].filter(rows => rows.length > 1).map(rows => new Set(rows.map(({id}) => id)));
}

/** All that is known of a title that is no longer in the library. */
function whatIsLeft({event, title, movieId, seriesId, data}: UnnotifiedEntry): NotifiedTitle | null {
	const id = movieId ?? seriesId;
	// An entry about a deleted file is named after its title, but one about an upgrade after the file.
	const isOfFile = event === 'fileDeleted' && data['reason'] !== 'upgrade' && data['reason'] !== 'replacedByPerson';
	const isNamed = isOfFile || event === 'titleRemoved';
	const tmdbId = typeof data['metaId'] === 'number' ? data['metaId'] : null;
	const known = {title: isNamed ? title : null, year: null, tmdbId, imdbId: null, episodes: []};
	return id ? {...known, type: movieId ? 'movie' : 'series', id} : null;
}

function byId<T extends {id: string}>(records: readonly T[]): Map<string, T> {
	return new Map(records.map(record => [record.id, record]));
}
