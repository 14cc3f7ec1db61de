import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import type {OpenKind} from './import-list-client.ts';
import {signInNeeded} from './list-accounts.ts';
import {keepSignedIn, plexHeaders} from './plex-sign-in.ts';
import {askSource, type ListPage, readPages, testList} from './read-list.ts';

/** The most that Plex sends at once. */
const perPage = 100;

/** The watchlist of an account of Plex. */
export const createPlexWatchlist: OpenKind = (settings, deps) => {
	const {id, url, media, limit} = settings;
	const read = async (signal: AbortSignal) => {
		const account = await deps.accounts.open(id, refuse, signal);
		if (account === null) {
			throw signInNeeded();
		}
		const {accessToken} = account.tokens;
		await keepSignedIn(settings, accessToken, {deps, signal});
		let count = 0;
		return readPages(
			async () => {
				const query = new URLSearchParams({type: media === 'movies' ? '1' : '2', includeElements: 'Guid', includeGuids: '1'});
				const headers = {
					...plexHeaders({id}),
					'x-plex-token': accessToken,
					'x-plex-container-start': String(count),
					'x-plex-container-size': String(perPage),
				};
				const address = `${url.replace(/\/+$/, '')}/library/sections/watchlist/all?${query}`;
				const ask = () => askSource({url: address, headers, signal}, deps, {401: signInNeeded});
				// The other side may quote the token.
				const page = parsePlexWatchlist((await withoutSecrets({secrets: [accessToken]}, ask)).body, {media, before: count});
				count += page.count;
				return page;
			},
			{limit},
		);
	};
	return {read, test: signal => testList({read}, signal)};
};

/** The access does not end, so there is nothing to renew. */
const refuse = () => Promise.reject(signInNeeded());

/** Titles of a page, whose ids are in `Guid`. */
export function parsePlexWatchlist(body: Buffer, {media, before}: {media: ListMedia; before: number}): ListPage & {count: number} {
	const container = asRecord(asRecord(parseJson(body))?.['MediaContainer']);
	const total = container && (readNumber(container, 'totalSize') ?? readNumber(container, 'size'));
	if (!container || total === null) {
		throw new UpstreamFailed('wrong_protocol', 'Plex does not answer with a watchlist. Check the address, or leave it out.');
	}
	const rows = asRecords(container['Metadata']);
	const kind = media === 'movies' ? 'movie' : 'show';
	return {
		entries: rows.filter(row => (readText(row, 'type') ?? kind) === kind).map(toEntry),
		isLast: before + rows.length >= total,
		count: rows.length,
		total,
	};
}

function toEntry(row: JsonRecord): ListEntry {
	const guids = asRecords(row['Guid']).map(each => readText(each, 'id') ?? '');
	const idOf = (service: string) =>
		guids.map(guid => new RegExp(`^${service}://(\\w{1,20})$`).exec(guid)?.[1]).find(id => id !== undefined);
	return {
		ids: {metaId: Number(idOf('tmdb')) || null, imdbId: idOf('imdb') ?? null, tvMetaId: Number(idOf('tvdb')) || null},
		title: readText(row, 'title') ?? '',
		year: readNumber(row, 'year'),
		seasons: null,
	};
}
