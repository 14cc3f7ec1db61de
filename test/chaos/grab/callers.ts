import {setTimeout as pause} from 'node:timers/promises';
import {type ApiClient, ApiRefusal} from '#scripts/command/api-client.ts';
import type {Offer} from './offers.ts';

/** One answer to a grab, as its caller saw it. */
export interface Report {
	status: number;
	code: string;
	/** Seconds since the first call for this release. */
	after: number;
	queueId: string | null;
	downloadId: string | null;
}

export interface Called {
	offer: Offer;
	reported: Report[];
	/** True if the last answer was 201, or that the release is grabbed already. */
	isSettled: boolean;
}

export interface Calling {
	api: ApiClient;
	/** Ids of the indexers. */
	indexers: Record<Offer['protocol'], string>;
	movieIds: readonly string[];
	onEach(called: Called): void;
}

interface GrabReply {
	queueId: string;
	downloadId: string | null;
}

const callers = 8;
/** Milliseconds for which a caller tries again, as a patient person would. */
const patienceMs = 180_000;
const againMs = 1000;

/** Grabs every release, eight at a time. A caller who is refused tries the same release again. */
export async function callAll(offers: readonly Offer[], calling: Calling): Promise<Called[]> {
	const results: Called[] = [];
	const next = offers.values();
	const searched = new Map<string, Promise<void>>();
	const search = (offer: Offer) => {
		const key = offer.batch;
		const running = searched.get(key) ?? searchFor(offer, calling);
		searched.set(key, running);
		return running;
	};
	const call = async () => {
		for (const offer of next) {
			await search(offer);
			const called = await grab(offer, calling);
			results.push(called);
			calling.onEach(called);
		}
	};
	await Promise.all(Array.from({length: callers}, call));
	return results;
}

interface SearchReply {
	releases: unknown[];
	indexerResults: {indexerName: string; status: string; errorMessage: string | null}[];
}

/** Searches for a batch of releases, so that they can be grabbed. Throws when they are not found for minutes. */
async function searchFor({batch}: Offer, {api}: Calling): Promise<void> {
	const end = performance.now() + patienceMs;
	let why = '';
	while (performance.now() < end) {
		try {
			const {releases, indexerResults} = await api.get<SearchReply>(`/api/search?query=${batch}&type=movie&limit=1000`);
			// Both sites have releases of each batch.
			if (releases.length > 0 && indexerResults.every(({status}) => status === 'ok')) {
				return;
			}
			why = JSON.stringify(indexerResults);
		} catch (error) {
			why = String(error);
		}
		await pause(againMs);
	}
	throw new Error(`${batch} was not found within ${patienceMs / 1000} s: ${why}`);
}

async function grab(offer: Offer, {api, indexers, movieIds}: Calling): Promise<Called> {
	const begun = performance.now();
	const reported: Report[] = [];
	const body = {guid: offer.guid, indexerId: indexers[offer.protocol], movieId: movieIds[offer.number - 1]};
	while (performance.now() - begun < patienceMs) {
		const answer = await post(api, body);
		reported.push({...answer, after: Math.round((performance.now() - begun) / 1000)});
		if (answer.status === 201 || answer.code === 'release_already_grabbed') {
			return {offer, reported, isSettled: true};
		}
		await pause(againMs);
	}
	return {offer, reported, isSettled: false};
}

async function post(api: ApiClient, body: object): Promise<Omit<Report, 'after'>> {
	try {
		const {queueId, downloadId} = await api.post<GrabReply>('/api/download/grab', body);
		return {status: 201, code: 'created', queueId, downloadId};
	} catch (error) {
		const {status, code} = error instanceof ApiRefusal ? error : {status: 0, code: String(error)};
		return {status, code, queueId: null, downloadId: null};
	}
}
