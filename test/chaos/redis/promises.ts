import {existsSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import type {MovieReply} from '#scripts/demo/replies.ts';
import type {Offer} from '../stage/catalogue.ts';
import {addTitle, type Journey, travel} from '../stage/journeys.ts';
import {awaitFiles} from '../stage/judge-journeys.ts';
import type {Stage} from '../stage/stage.ts';

/** Something that the service has promised a caller just before Redis goes away. */
export interface Promised {
	name: string;
	isKept(): Promise<boolean>;
}

/** Films that are ready for the last wishes of a round. */
export interface Prepared {
	imported: Journey;
	downloading: Journey;
	/** In the library, but not searched yet. */
	missing: Journey;
}

const callMs = 30_000;
const importLimitMs = 120_000;
/** Milliseconds that the site takes to answer a search that the outage shall interrupt. */
const slowMs = 8_000;
const removedMs = 5_000;

/** Brings one film into the library, and another one into the client. */
export async function prepare(stage: Stage, offers: readonly Offer[]): Promise<Prepared> {
	const [first, second, third] = offers as [Offer, Offer, Offer];
	const imported = await travel(first, stage);
	const faults = await awaitFiles([imported], stage, importLimitMs);
	if (faults.length > 0) {
		throw new Error(`Before anything was harmed: ${faults.join('; ')}`);
	}
	const downloading = await travel(second, stage);
	return {imported, downloading, missing: {offer: third, titleId: await addTitle(third, stage), isGrabbed: false}};
}

/** The films whose journey ends early, and what happened to them more often than once. */
export function judgePrepared({imported, downloading, missing}: Prepared, {client}: Pick<Stage, 'client'>): string[] {
	return [imported, downloading, missing]
		.map(({offer}) => ({release: offer.release, times: client.added.get(offer.release) ?? 0}))
		.filter(({times}) => times > 1)
		.map(({release, times}) => `${release} was added to the client ${times} times`);
}

/** Asks for everything whose success is answered before the work is done. */
export async function askLastRequests(stage: Stage, {imported, downloading, missing}: Prepared): Promise<Promised[]> {
	const {caller, client, site} = stage;
	const {file} = await caller.insist(api => api.get<MovieReply>(`/api/library/movies/${imported.titleId}`), callMs);
	const {items} = await caller.insist(api => api.get<{items: {id: string; movieId: string | null}[]}>('/api/queue?limit=500'), callMs);
	const queued = items.find(({movieId}) => movieId === downloading.titleId);
	site.before = async kind => {
		await pause(kind === 'query' ? slowMs : 0);
		return null;
	};
	const {executionId} = await caller.insist(
		api => api.post<{executionId: string}>('/api/tasks/missingMovies/run', {force: true, options: {movieId: missing.titleId}}),
		callMs,
	);
	await erase(stage, `/api/library/movies/${imported.titleId}?deleteFiles=true`);
	await erase(stage, `/api/queue/${queued?.id}?removeFromClient=true`);
	const isEnded = async () => {
		const {history} = await caller.insist(api => api.get<{history: {id: string}[]}>('/api/tasks/missingMovies/history'), callMs);
		return history.some(({id}) => id === executionId);
	};
	return [
		{name: 'the files of a deleted film are gone', isKept: async () => file === null || !existsSync(file.path)},
		{
			name: 'a download that was removed from the queue leaves the client',
			isKept: async () => !client.holds().includes(downloading.offer.release),
		},
		{name: 'the task that was searching ends', isKept: isEnded},
	];
}

async function erase({urls, apiKey}: Stage, path: string): Promise<void> {
	const response = await fetch(`${urls[0]}${path}`, {
		method: 'DELETE',
		headers: {'x-api-key': apiKey},
		signal: AbortSignal.timeout(removedMs),
	});
	if (!response.ok) {
		throw new Error(`DELETE ${path} answered ${response.status}`);
	}
}
