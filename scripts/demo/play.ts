import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {type ApiClient, ApiRefusal} from '../command/api-client.ts';
import type {ClientsReply, ConnectionReply, MovieReply, QueueItemReply, ReleaseReply, SearchReply} from './replies.ts';
import {findFilm} from './sandbox/films.ts';

export interface Stage {
	api: ApiClient;
	reporter: Reporter;
	signal: AbortSignal;
	/** An existing folder for the library. */
	libraryFolder: string;
	providerKey: string;
	indexer: {url: string; apiKey: string};
}

/** Big Buck Bunny's id at the metadata provider. */
const demoFilm = 10378;
const pollMs = 250;
const downloadLimitMs = 90_000;
const keyLimitMs = 5_000;
const bad = ['failed', 'failedPending', 'ignored'];

/**
 * Goes from an empty service to a film in the library, through the public API alone. Returns the id of the
 * movie, the title of the release and the path of the file.
 */
export async function play(stage: Stage): Promise<{movieId: string; title: string; path: string}> {
	await setUp(stage);
	const movie = await addMovie(stage);
	const release = await choose(movie, stage);
	return {movieId: movie.id, title: release.title, path: await download(movie, release, stage)};
}

async function setUp({api, reporter, libraryFolder, providerKey, indexer}: Stage): Promise<void> {
	await api.post('/api/root-folders', {path: libraryFolder, name: 'Films'});
	reporter.step(`root folder ${libraryFolder}`);
	await api.put('/api/settings/meta', {apiKey: providerKey});
	await api.put('/api/settings/download.pollSeconds', {value: 1});
	// Tracker and seeder are on this machine.
	await api.put('/api/settings/security.allowPrivateNetworks', {value: true});
	reporter.step('the key of the metadata provider is set; download clients are polled every second');

	const site = {name: 'Sandbox', kind: 'torznab', ...indexer, categories: [2000]};
	const {message} = await api.post<ConnectionReply>('/api/indexers/test', site);
	await api.post('/api/indexers', site);
	reporter.step(`indexer ${site.name} is added: ${message}`);

	const {downloadClients} = await api.get<ClientsReply>('/api/download-clients');
	for (const {id, name, kind} of downloadClients) {
		const tested = await api.post<ConnectionReply>(`/api/download-clients/${id}/test`);
		reporter.step(`download client ${name} (${kind}): ${tested.message}`);
	}
}

async function addMovie(stage: Stage): Promise<MovieReply> {
	const {api, reporter, libraryFolder} = stage;
	const body = {metaId: demoFilm, rootFolderPath: libraryFolder, minimumAvailability: 'released'};
	const {id} = await untilKeyArrives(() => api.post<{id: string}>('/api/library/movies', body), stage);
	const movie = await api.get<MovieReply>(`/api/library/movies/${id}`);
	reporter.step(`movie ${demoFilm} is in the library: ${movie.title} (${movie.year}), ${movie.runtime} minutes. ${movie.overview}`);
	return movie;
}

/** A changed setting takes up to a second to reach the workers, which do not ask the provider without a key. */
async function untilKeyArrives<Reply>(ask: () => Promise<Reply>, {signal}: Stage): Promise<Reply> {
	const deadline = Date.now() + keyLimitMs;
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			if (!(error instanceof ApiRefusal) || error.status !== 503 || Date.now() > deadline) {
				throw error;
			}
		}
		await pause(pollMs, undefined, {signal});
	}
}

async function choose(movie: MovieReply, {api, reporter}: Stage): Promise<ReleaseReply> {
	const {releases, indexerResults, searchDuration} = await api.get<SearchReply>(`/api/search?movieId=${movie.id}`);
	const asked = indexerResults.map(({indexerName, status, resultCount}) => `${indexerName} ${status}, ${resultCount} results`);
	reporter.step(`search for ${movie.title} took ${Math.round(searchDuration)} ms: ${asked.join('; ')}`);
	for (const line of showReleases(releases)) {
		reporter.step(`    ${line}`);
	}
	const best = releases.find(({approved}) => approved);
	if (!best) {
		const faults = indexerResults.map(({errorMessage}) => errorMessage).filter(Boolean);
		throw new Error(`No release of ${findFilm(demoFilm)?.title} was approved. ${faults.join(' ')}`);
	}
	return best;
}

async function download(movie: MovieReply, {guid, indexerId, title, size}: ReleaseReply, stage: Stage): Promise<string> {
	const {api, reporter} = stage;
	const {queueId} = await api.post<{queueId: string}>('/api/download/grab', {guid, indexerId, movieId: movie.id});
	reporter.step(`grabbed the best: ${title}, ${showSize(size)}`);
	await followItem(queueId, stage);
	const imported = await api.get<MovieReply>(`/api/library/movies/${movie.id}`);
	if (!imported.file) {
		throw new Error(`${title} was imported, but ${movie.title} has no file.`);
	}
	const {quality, mediaInfo} = imported.file;
	const facts = [quality, mediaInfo?.resolution, mediaInfo?.videoCodec, mediaInfo?.audioCodec, showSize(imported.file.size)];
	reporter.step(`imported: ${facts.filter(Boolean).join(', ')}`);
	return imported.file.path;
}

/** Shows the progress of the download until it is imported. */
async function followItem(queueId: string, {api, reporter, signal}: Stage): Promise<void> {
	const deadline = Date.now() + downloadLimitMs;
	let shown = '';
	for (;;) {
		const item = await api.get<QueueItemReply>(`/api/queue/${queueId}`);
		const {trackedDownloadState: state, statusMessages, errorMessage} = item;
		const why = [errorMessage, ...statusMessages.flatMap(({messages}) => messages)].filter(Boolean).join(' ');
		if (bad.includes(state) || Date.now() > deadline) {
			throw new Error(`The download is ${state} after ${showProgress(item)}. ${why}`);
		}
		if (state === 'downloading') {
			reporter.progress(showProgress(item));
		} else if (state !== shown) {
			reporter.step(shown === '' ? showProgress(item) : `download is ${state} ${why}`.trim());
		}
		shown = state;
		if (state === 'imported') {
			return;
		}
		await pause(pollMs, undefined, {signal});
	}
}

const megabyte = 1024 * 1024;
const barWidth = 30;

export function showSize(bytes: number): string {
	return `${(bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)} MB`;
}

/** `[#####.....]  50 %  20 of 40 MB, 00:00:03 left` */
export function showProgress({size, sizeleft, timeleft}: {size: number; sizeleft: number; timeleft: string | null}): string {
	const share = size > 0 ? Math.min(1, Math.max(0, 1 - sizeleft / size)) : 0;
	const full = Math.round(share * barWidth);
	const left = timeleft ? `, ${timeleft} left` : '';
	const done = `${showSize(size - sizeleft)} of ${showSize(size)}`;
	return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${done}${left}`;
}

/** One line per release, in aligned columns; rejected releases show the reason. */
export function showReleases(releases: readonly ReleaseReply[]): string[] {
	return toColumns([
		['release', 'size', 'seeders', 'quality', 'judgement'],
		...releases.map(({title, size, seeders, quality, ...judged}) => [
			title,
			showSize(size),
			String(seeders ?? '?'),
			quality.quality,
			judged.approved ? 'approved' : `rejected: ${whyNot(judged)}`,
		]),
	]);
}

function whyNot({rejections, rejectionDetails}: Pick<ReleaseReply, 'rejections' | 'rejectionDetails'>): string {
	const details = rejectionDetails.map(({reason, detail}) => (reason === 'Release rejected' ? detail : reason));
	return [...new Set(details.length > 0 ? details : rejections)].join('; ');
}

/** Pads every column except the last to its widest cell. */
function toColumns(rows: string[][]): string[] {
	const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map(row => (row[column] ?? '').length)));
	return rows.map(row => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  '));
}
