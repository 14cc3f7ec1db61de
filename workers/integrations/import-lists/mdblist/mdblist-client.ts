import {wait} from '#shared/coordination/wait.ts';
import {secondMs} from '#shared/domain/durations.ts';
import type {OpenKind} from '../import-list-client.ts';
import {askSource, readPages, testList} from '../read-list.ts';
import {parseMdblist} from './parse-mdblist.ts';

const perPage = 1000;

/** A list of MDBList, by `user/name` or its number. One request a second is allowed. */
export const createMdblist: OpenKind = ({url, apiKey, sourceId, media, limit}, deps) => {
	const path = sourceId.split('/').map(encodeURIComponent).join('/');
	const read = (signal: AbortSignal) => {
		let offset = 0;
		return readPages(
			async number => {
				await (number > 1 && (deps.pause ?? wait)(secondMs, signal));
				const query = new URLSearchParams({apikey: apiKey, limit: String(perPage), offset: String(offset)});
				const address = `${url.replace(/\/+$/, '')}/lists/${path}/items?${query}`;
				const {body, headers} = await askSource({url: address, headers: {accept: 'application/json'}, signal}, deps);
				const {count, ...page} = parseMdblist(body, {media, headers});
				offset += count;
				// A page may have none of our sort.
				return {...page, entries: page.entries, isLast: page.isLast || count === 0};
			},
			{limit},
		);
	};
	return {read, test: signal => testList({read}, signal)};
};
