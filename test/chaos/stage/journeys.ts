import {setTimeout as pause} from 'node:timers/promises';
import {type ApiClient, ApiRefusal} from '#scripts/command/api-client.ts';
import type {SearchReply} from '#scripts/demo/replies.ts';
import type {Offer} from './catalogue.ts';
import type {Stage} from './stage.ts';

/** A film or a show on its way from the request to the library. */
export interface Journey {
	offer: Offer;
	/** Id of its movie or series. */
	titleId: string;
	/** Whether a grab was answered with 201, or with 409 because an earlier one had succeeded. */
	isGrabbed: boolean;
}

type Needed = Pick<Stage, 'caller' | 'library' | 'indexerId'>;

/** Milliseconds for adding, searching and grabbing one title, outages included. */
const limitMs = 240_000;
const againMs = 1000;

/** Adds the title, whether or not an earlier answer was lost. */
export async function addTitle({film, episodes}: Offer, {caller, library}: Needed, more: object = {}): Promise<string> {
	const kind = episodes > 0 ? 'series' : 'movies';
	const body = {metaId: film.id, rootFolderPath: library, ...more};
	try {
		return (await caller.insist(api => api.post<{id: string}>(`/api/library/${kind}`, body), limitMs)).id;
	} catch (error) {
		if (!(error instanceof ApiRefusal && error.status === 409)) {
			throw error;
		}
	}
	const path = `/api/library/${kind}?search=${encodeURIComponent(film.title)}`;
	const listed = await caller.insist(api => api.get<Record<string, {id: string; metaId: number}[]>>(path), limitMs);
	const found = listed[kind]?.find(({metaId}) => metaId === film.id);
	if (!found) {
		throw new Error(`${film.title} was refused as known, but the library does not list it`);
	}
	return found.id;
}

/** Adds the title, searches it and grabs its release, as a patient person does. */
export async function travel(offer: Offer, stage: Needed): Promise<Journey> {
	const titleId = await addTitle(offer, stage);
	const end = performance.now() + limitMs;
	let last: unknown = 'the search found nothing';
	while (performance.now() < end) {
		try {
			if (await stage.caller.insist(api => searchAndGrab(api, {offer, titleId, indexerId: stage.indexerId}), limitMs)) {
				return {offer, titleId, isGrabbed: true};
			}
		} catch (error) {
			if (error instanceof ApiRefusal && error.status === 409) {
				return {offer, titleId, isGrabbed: true};
			}
			last = error;
		}
		await pause(againMs);
	}
	throw new Error(`${offer.release} could not be grabbed within ${limitMs / 1000} s: ${last instanceof Error ? last.message : last}`);
}

interface Wish {
	offer: Offer;
	titleId: string;
	indexerId: string;
}

/** Returns false if the release was not found. */
async function searchAndGrab(api: ApiClient, {offer, titleId, indexerId}: Wish): Promise<boolean> {
	const isShow = offer.episodes > 0;
	const of = isShow ? {seriesId: titleId, seasonNumber: 1} : {movieId: titleId};
	const query = isShow ? `seriesId=${titleId}&seasonNumber=1` : `movieId=${titleId}`;
	const {releases} = await api.get<SearchReply>(`/api/search?${query}`);
	const found = releases.find(({title}) => title === offer.release);
	if (!found) {
		return false;
	}
	await api.post('/api/download/grab', {guid: found.guid, indexerId, ...of});
	return true;
}
