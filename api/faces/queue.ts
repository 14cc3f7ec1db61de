import {randomUUID} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import {importedCategoryFor} from '#shared/domain/downloads/download-client-record.ts';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {type QueueItem, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedItem} from '#shared/store/downloads/downloads.ts';
import type {WaitingRelease} from '#shared/store/downloads/pending-releases.ts';
import {faceLanguages, ratedQuality} from './codes.ts';
import {plainEpisodes, presentEpisodes} from './episodes.ts';
import {type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {pageIn, pageOfAll, presentPage} from './pages.ts';
import {clockTime} from './present-file.ts';
import {unjudged} from './releases.ts';
import {presentAllSeries} from './series.ts';
import {hiddenTitles} from './shelf.ts';
import type {Tables} from './tables.ts';
import {flagIn, integersIn, notFound, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** Imported and ignored downloads are no longer in the queue of these programs. */
const shownStates = ['downloading', 'importPending', 'importing', 'failedPending', 'failed'] as const;
const maxItems = 10_000;

/** A download, or a release that waits for one. */
type ShownItem = Omit<NumberedItem, 'status'> & {
	status: QueueItem['status'] | 'delay';
	waiting?: {number: number; until: Date | null};
};

const toShown = ({id, number, release, target, judgement, foundAt, until}: WaitingRelease): ShownItem => ({
	...{id, target, state: 'downloading', status: 'delay', health: 'ok', added: foundAt, statusMessages: [], errorMessage: null},
	release: {...release, judgement},
	...{transfer: null, client: null, retryAt: null, waiting: {number, until}},
});

/** A row of the queue before titles are added: a download, or one episode of it. */
interface Row {
	item: ShownItem;
	number: number;
	titleNumber: number | null;
	episode: Episode | null;
	episodeNumber: number | null;
}

export function queueRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET queue', both, async call => {
			const page = pageIn(call.query, 'timeleft');
			const [read, beside] = await Promise.all([readRows(call, deps), readBeside(call, deps)]);
			const rows = sorted(read, page.sortKey, page.sortDirection);
			return shown(presentPage(page, rows.length, await withTitles(pageOfAll(page, rows), beside, call, deps)));
		}),
		faceRoute('GET queue/details', both, async call => {
			const wanted = new Set(call.query.numbers(call.face === 'movies' ? 'movieId' : 'seriesId'));
			const [read, beside] = await Promise.all([readRows(call, deps), readBeside(call, deps)]);
			const rows = read.filter(({titleNumber}) => wanted.size === 0 || wanted.has(titleNumber ?? 0));
			return shown(await withTitles(rows, beside, call, deps));
		}),
		faceRoute('GET queue/status', both, async call => {
			const rows = await readRows({...call, query: {...call.query, flag: () => true}}, deps);
			const [known, unknown] = [rows.filter(isKnown), rows.filter(row => !isKnown(row))];
			const has = (some: readonly Row[], health: QueueItem['health']) => some.some(({item}) => item.health === health);
			return shown({
				id: 1,
				totalCount: rows.length,
				count: known.length,
				unknownCount: unknown.length,
				errors: has(known, 'error'),
				warnings: has(known, 'warning'),
				unknownErrors: has(unknown, 'error'),
				unknownWarnings: has(unknown, 'warning'),
			});
		}),
		faceRoute('DELETE queue/:n', both, async call => {
			await remove(call.number(), call, deps);
			return removed;
		}),
		faceRoute('DELETE queue/bulk', both, async call => {
			for (const number of integersIn(call.body, 'ids') ?? []) {
				// Another row of the same download may have been named before.
				await remove(number, call, deps).catch(error => {
					if ((error as {status?: number}).status !== 404) {
						throw error;
					}
				});
			}
			return removed;
		}),
		faceRoute('POST queue/grab/:n', both, async call => {
			await grab(call.number(), call, deps);
			return shown({});
		}),
		faceRoute('POST queue/grab/bulk', both, async call => {
			const waiting = new Map<string, number>();
			for (const number of integersIn(call.body, 'ids') ?? []) {
				// Several rows may be of one release.
				waiting.set((await findWaiting(number, deps)).id, number);
			}
			for (const number of waiting.values()) {
				await grab(number, call, deps);
			}
			return shown({});
		}),
	];
}

const isKnown = ({titleNumber}: Row) => titleNumber !== null;
const titleIdOf = ({target}: Pick<QueueItem, 'target'>) => target.movieId ?? target.seriesId;

/** The rows of a face: those of the other are left out, and those of unknown titles unless they are asked for. */
async function readRows({face, query, shelf}: Pick<FaceCall, 'face' | 'query' | 'shelf'>, deps: RouteDeps): Promise<Row[]> {
	const {downloads, episodes, numbers} = deps;
	const [waiting, listed] = await Promise.all([
		deps.pendingReleases.waiting(deps.now()),
		downloads.numberedInStates(shownStates, maxItems),
	]);
	const all: ShownItem[] = [...listed, ...waiting.map(toShown)];
	const ofFace = all.filter(({target}) => (face === 'movies' ? target.seriesId === null : target.movieId === null));
	const titleIds = [...new Set(ofFace.flatMap(item => titleIdOf(item) ?? []))];
	const hidden = await hiddenTitles({face, shelf}, titleIds, deps);
	const items = ofFace.filter(item => {
		const id = titleIdOf(item);
		return id === null ? shelf.library === null : !hidden.has(id);
	});
	const episodeIds = face === 'tv' ? items.flatMap(({target}) => target.episodeIds) : [];
	const unnumbered = items.filter(item => !item.waiting && item.number === undefined).map(({id}) => id);
	const [own, ofTitles, ofEpisodes, found] = await Promise.all([
		unnumbered.length > 0 ? numbers.of('queue', unnumbered) : null,
		numbers.of(face === 'movies' ? 'movie' : 'series', titleIds),
		episodeIds.length > 0 ? numbers.of('episode', episodeIds) : new Map<string, number>(),
		episodeIds.length > 0 ? episodes.getMany(episodeIds) : [],
	]);
	const byId = new Map(found.map(episode => [episode.id, episode]));
	const withUnknown = query.flag(face === 'movies' ? 'includeUnknownMovieItems' : 'includeUnknownSeriesItems') ?? false;
	return items.flatMap(item => {
		const first = item.waiting?.number ?? item.number ?? own?.get(item.id);
		const titleNumber = ofTitles.get(titleIdOf(item) ?? '') ?? null;
		if (first === undefined || (titleNumber === null && !withUnknown)) {
			return [];
		}
		const parts = item.target.episodeIds.flatMap(id => byId.get(id) ?? []);
		return (parts.length > 0 ? parts : [null]).map((episode, index) => ({
			item,
			number: first + index,
			titleNumber,
			episode,
			episodeNumber: episode && (ofEpisodes.get(episode.id) ?? null),
		}));
	});
}

const sortValues: Readonly<Record<string, (row: Row) => number | string>> = {
	title: ({item}) => item.release.title.toLowerCase(),
	size: ({item}) => sizeOf(item),
	added: ({item}) => Number(item.added),
	status: ({item}) => item.status,
	timeleft: ({item}) => item.transfer?.secondsLeft ?? Number.MAX_SAFE_INTEGER,
};

function sorted(rows: readonly Row[], key: string, direction: string): readonly Row[] {
	const value = sortValues[key.toLowerCase()] ?? sortValues[key];
	if (!value) {
		return rows;
	}
	const way = direction === 'descending' ? -1 : 1;
	return rows.toSorted((a, b) => {
		const [left, right] = [value(a), value(b)];
		return left === right ? 0 : left < right ? -way : way;
	});
}

/** What does not depend on the rows. */
async function readBeside(call: FaceCall, deps: RouteDeps) {
	const [around, clients] = await Promise.all([aroundOf(call, deps), deps.downloadClients.list()]);
	const media = call.face === 'movies' ? 'movie' : 'tv';
	return {around, marking: new Set(clients.filter(client => importedCategoryFor(media, client) !== null).map(({id}) => id))};
}

async function withTitles(
	rows: readonly Row[],
	{around, marking}: Awaited<ReturnType<typeof readBeside>>,
	call: FaceCall,
	deps: RouteDeps,
): Promise<object[]> {
	const {face, query} = call;
	const ids = [...new Set(rows.flatMap(({item}) => titleIdOf(item) ?? []))];
	const titles = new Map<number, object>();
	if (face === 'movies' && query.flag('includeMovie')) {
		for (const movie of await presentMovies(await deps.movies.getMany(ids), around, deps)) {
			titles.set(movie.id, movie);
		}
	}
	if (face === 'tv' && query.flag('includeSeries')) {
		for (const series of await presentAllSeries(await deps.series.getMany(ids), around, deps)) {
			titles.set(series.id, series);
		}
	}
	const parts = query.flag('includeEpisode') ? rows.flatMap(({episode}) => episode ?? []) : [];
	const episodes = new Map((await presentEpisodes(parts, plainEpisodes, around, deps)).map(episode => [episode.id, episode]));
	return rows.map(row => ({
		...presentRow(row, {face, tables: around.tables, now: deps.now(), marking}),
		...(titles.has(row.titleNumber ?? 0) && {[face === 'movies' ? 'movie' : 'series']: titles.get(row.titleNumber ?? 0)}),
		...(episodes.has(row.episodeNumber ?? 0) && {episode: episodes.get(row.episodeNumber ?? 0)}),
	}));
}

interface Presenting {
	face: Face;
	tables: Tables;
	now: Date;
	/** Ids of clients that have a category for imported downloads. */
	marking: ReadonlySet<string>;
}

/** An import that waits for a person: it is not tried again by itself. */
export function isBlocked({state, health, retryAt}: Pick<QueueItem, 'state' | 'health' | 'retryAt'>): boolean {
	return state === 'importPending' && health !== 'ok' && retryAt !== null && retryAt >= untilPerson;
}

/** Milliseconds without progress after which a download counts as stalled here. */
const stalledMs = 5 * minuteMs;

/**
 * Nobody sends it. Cleaners delete such a download with its data, so a full disk of the client, a tracker that warns
 * while others send, and a grab without an answer are none.
 */
function isStalled({state, status, transfer}: Pick<ShownItem, 'state' | 'status' | 'transfer'>): boolean {
	const isFetched = transfer !== null && (transfer.waitsSince ?? null) === null;
	return state === 'downloading' && status === 'warning' && isFetched && Date.now() - Number(transfer.progressAt) >= stalledMs;
}

/** What cleaners look for, word by word, in place of ours. */
const stalled = 'The download is stalled with no connections';
const upgrades = /^Not an upgrade/i;
const known: Readonly<Record<Face, string>> = {
	movies: 'Not an upgrade for existing movie file(s)',
	tv: 'Not an upgrade for existing episode file(s)',
};

function wordsOf(face: Face, message: string): string {
	return upgrades.test(message) ? `${known[face]}. ${message}` : message === 'It is a sample.' ? 'Sample' : message;
}

/** `1.02:03:04` is a day and some hours. */
function timeLeft(seconds: number): string {
	const days = Math.floor(seconds / 86_400);
	const rest = clockTime(seconds % 86_400).padStart(8, '0');
	return days > 0 ? `${days}.${rest}` : rest;
}

function presentRow({item, number, titleNumber, episode, episodeNumber}: Row, {face, tables, now, marking}: Presenting) {
	const {release, transfer, status, state, health, waiting} = item;
	const {judgement} = release;
	const ends = waiting?.until ?? null;
	const seconds = ends === null ? (transfer?.secondsLeft ?? null) : Math.max(0, (Number(ends) - Number(now)) / 1000);
	const torrentId = transfer && release.protocol === 'torrent' ? transfer.downloadId.toUpperCase() : transfer?.downloadId;
	const trackedState = isBlocked(item) ? 'importBlocked' : state;
	return {
		id: number,
		...(face === 'movies'
			? {movieId: titleNumber}
			: {
					seriesId: titleNumber,
					episodeId: episodeNumber,
					seasonNumber: episode?.seasonNumber ?? null,
					episodeHasFile: (episode?.file ?? null) !== null,
				}),
		title: release.title,
		status: state === 'failed' || state === 'failedPending' ? 'failed' : status,
		trackedDownloadStatus: waiting ? null : health,
		trackedDownloadState: waiting ? null : trackedState,
		statusMessages: item.statusMessages.map(({title, messages}) => ({title, messages: messages.map(each => wordsOf(face, each))})),
		errorMessage: isStalled(item) ? stalled : item.errorMessage,
		downloadId: torrentId ?? null,
		protocol: release.protocol,
		downloadClient: item.client?.name ?? null,
		downloadClientHasPostImportCategory: marking.has(item.client?.id ?? ''),
		indexer: release.indexer,
		outputPath: transfer?.outputPath ?? null,
		size: sizeOf(item),
		sizeleft: transfer?.sizeLeft ?? sizeOf(item),
		timeleft: seconds === null ? null : timeLeft(seconds),
		estimatedCompletionTime: ends ?? (seconds === null ? null : new Date(Number(now) + seconds * 1000)),
		added: item.added,
		quality: ratedQuality(face, judgement.quality, judgement.parsedQuality),
		languages: faceLanguages(face, judgement.languages),
		customFormats: tables.formats(judgement.formatIds),
		customFormatScore: judgement.formatScore,
	};
}

/** Any of its rows names the whole download. A queue never loses a file of the library. */
async function remove(number: number, call: FaceCall, deps: RouteDeps): Promise<void> {
	const {numbers, downloads} = deps;
	const {query, body} = call;
	const option = (name: string) => query.flag(name) ?? flagIn(body, name) ?? null;
	const changeCategory = option('changeCategory') ?? false;
	const waiting = await deps.pendingReleases.findByNumber(number);
	if (waiting && changeCategory) {
		throw wrong('changeCategory', 'The release is not at a download client yet.', true);
	}
	if (waiting) {
		await removeWaiting(waiting, option('blocklist') ?? false, deps);
		return;
	}
	const found = await numbers.within('queue', number);
	const item = found && (await downloads.find(found.id));
	if (!item || (found.index > 0 && found.index >= item.target.episodeIds.length)) {
		throw notFound();
	}
	const blocklist = option('blocklist') ?? false;
	const search = blocklist && !(option('skipRedownload') ?? false);
	const removeFromClient = option('removeFromClient') ?? true;
	await call.ask('DELETE /api/queue/:id', {
		params: {id: item.id},
		query: {
			...{removeFromClient: String(removeFromClient), blocklist: String(blocklist), search: String(search)},
			...(changeCategory && {changeCategory: 'true'}),
		},
	});
}

/** A feed brings a release back unless it is on the blocklist. */
async function removeWaiting({release, target}: WaitingRelease, isBlocked: boolean, deps: RouteDeps): Promise<void> {
	if (isBlocked) {
		const {title, guid, infoHash, indexer, indexerId, protocol, size} = release;
		const entry = {...{title, guid, infoHash, indexer, indexerId, protocol, size}, ...target, addedAt: deps.now()};
		await deps.blocklist.add({...entry, reason: 'Removed from the queue by a program'});
	}
	await deps.pendingReleases.remove([release]);
}

async function findWaiting(number: number, {pendingReleases}: RouteDeps): Promise<WaitingRelease> {
	const found = await pendingReleases.findByNumber(number);
	if (!found) {
		throw notFound();
	}
	return found;
}

/** Sends a waiting release to its client now, as a release that a person has found. */
async function grab(number: number, call: FaceCall, deps: RouteDeps): Promise<void> {
	const {release, judgement, target} = await findWaiting(number, deps);
	const judged = {...unjudged(release), judgement, episodeIds: target.episodeIds};
	await deps.releaseCache.put(randomUUID(), {releases: [judged], indexerResults: [], searchTime: deps.now()});
	const {guid, indexerId} = release;
	const {movieId, seriesId, episodeIds} = target;
	const body = {...{guid, indexerId}, ...(movieId !== null ? {movieId} : {...(seriesId !== null && {seriesId}), episodeIds})};
	await call.ask('POST /api/download/grab', {body});
	await deps.pendingReleases.remove([release]);
}
