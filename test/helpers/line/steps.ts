import {type Dirent, readdirSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {ApiRefusal} from '#scripts/command/api-client.ts';
import type {MovieReply, QueueItemReply, ReleaseReply, SearchReply} from '#scripts/demo/replies.ts';
import {releases, type SandboxRelease} from '#scripts/demo/sandbox/releases.ts';
import {patienceMs} from '../until.ts';
import type {Line} from './start-line.ts';

const pollMs = 100;

/**
 * Calls `probe` until it returns something; rejects with the last reason after some minutes. An outage of the service is
 * retried, a refusal is final.
 */
export async function until<Found>(probe: () => Promise<Found | null>): Promise<Found> {
	const deadline = performance.now() + patienceMs;
	let last: unknown = 'nothing was there';
	while (performance.now() < deadline) {
		try {
			const found = await probe();
			if (found !== null) {
				return found;
			}
		} catch (error) {
			if (error instanceof ApiRefusal && error.status < 500) {
				throw error;
			}
			last = error;
		}
		await pause(pollMs);
	}
	throw new Error(`It did not come within ${patienceMs / 1000} s: ${String(last)}`);
}

/** Adds a film of the sandbox once the workers know the provider's key. */
export async function addMovie({api, library}: Line, metaId: number, more: object = {}): Promise<MovieReply> {
	const body = {metaId, rootFolderPath: library, ...more};
	const {id} = await until(() => api.post<{id: string}>('/api/library/movies', body));
	return api.get(`/api/library/movies/${id}`);
}

export async function search({api}: Line, movieId: string): Promise<ReleaseReply[]> {
	return (await until(() => api.get<SearchReply>(`/api/search?movieId=${movieId}`))).releases;
}

/** Grabs the release with this title, whatever the decision about it was. Returns the id of its queue item. */
export async function grab(line: Line, movieId: string, title: string): Promise<string> {
	const release = (await search(line, movieId)).find(found => found.title === title);
	const body = {guid: release?.guid, indexerId: line.indexerId, movieId};
	return (await until(() => line.api.post<{queueId: string}>('/api/download/grab', body))).queueId;
}

/** Polls a queue item until `isThere` is true. */
export function follow({api}: Line, queueId: string, isThere: (item: QueueItemReply) => boolean) {
	return until(async () => {
		const item = await api.get<QueueItemReply>(`/api/queue/${queueId}`);
		return isThere(item) ? item : null;
	});
}

export function isImported({trackedDownloadState}: QueueItemReply): boolean {
	return trackedDownloadState === 'imported';
}

export function sandboxRelease(title: string): SandboxRelease {
	const release = releases.find(known => known.title === title);
	if (!release) {
		throw new Error(`The sandbox has no ${title}`);
	}
	return release;
}

/** All files below a folder, as relative paths. A folder that goes while it is read, as the service makes some, is empty. */
export function filesBelow(folder: string): string[] {
	const found = entriesOf(folder).flatMap(entry => {
		const below = entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`).map(path => `/${path}`) : [''];
		return below.map(path => entry.name + path);
	});
	return found.sort();
}

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, {withFileTypes: true});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
			throw error;
		}
		return [];
	}
}

/** Events in the history of a movie, oldest first. */
export async function historyOf({api}: Line, movieId: string): Promise<string[]> {
	const {history} = await api.get<{history: {event: string}[]}>(`/api/history?movieId=${movieId}`);
	return history.map(({event}) => event).reverse();
}
