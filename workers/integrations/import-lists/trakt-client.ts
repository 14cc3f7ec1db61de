import {accountSources, type ImportListSettings, type ListMedia, traktListOf} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import type {ImportListDeps, OpenKind} from './import-list-client.ts';
import {signInNeeded} from './list-accounts.ts';
import {askSource, type ListPage, readPages, testList} from './read-list.ts';
import {exchangeOf, headersOf} from './trakt-sign-in.ts';

/** Since 2026 Trakt sends at most this many at once, whatever limit is asked for. */
const perPage = 250;

/** A list of Trakt, read with the account that has signed in, or without one if it is public. */
export const createTrakt: OpenKind = (settings, deps) => {
	const read = async (signal: AbortSignal) => {
		const ask = await openAccount(settings, deps, signal);
		const base = settings.url.replace(/\/+$/, '');
		return readPages(
			async number => {
				const query = new URLSearchParams(settings.filters);
				query.set('page', String(number));
				query.set('limit', String(perPage));
				const {body, headers} = await ask(`${base}/${pathOf(settings)}?${query}`);
				return parseTrakt(body, {media: settings.media, headers, number});
			},
			{limit: settings.limit},
		);
	};
	return {read, test: signal => testList({read}, signal)};
};

/** Asks with the account; an access that is refused is renewed once. */
async function openAccount(settings: ImportListSettings, deps: ImportListDeps, signal: AbortSignal) {
	const exchange = exchangeOf(settings, deps);
	let account = await deps.accounts.open(settings.id, exchange, signal);
	if (account === null && needsAccount(settings)) {
		throw signInNeeded();
	}
	const send = (url: string) => {
		const token = account?.tokens.accessToken ?? null;
		// The other side may quote it.
		return withoutSecrets({secrets: [token]}, () => askSource({url, headers: headersOf(settings, token), signal}, deps, refusals));
	};
	return async (url: string) => {
		try {
			return await send(url);
		} catch (error) {
			if (account === null || !(error instanceof Invalid && error.code === 'sign_in_needed')) {
				throw error;
			}
			account = await deps.accounts.renew(settings.id, account, exchange, signal);
			return send(url);
		}
	};
}

/** The failures for statuses that only Trakt uses in this way. */
const refusals: Readonly<Record<number, () => Error>> = {
	401: signInNeeded,
	403: () => new Invalid('authentication_failed', 'Trakt does not know this app (403). Check the client ID.'),
	420: () => new UpstreamFailed('source_failed', 'The account has reached its limit at Trakt (420). Make the list shorter.'),
	423: () => new UpstreamFailed('source_failed', 'Trakt has locked this account (423). Only its support can help.'),
	426: () => new UpstreamFailed('source_failed', 'Trakt gives this list only to paying accounts (426). Choose another one.'),
};

const needsAccount = ({source, sourceId}: Pick<ImportListSettings, 'source' | 'sourceId'>) =>
	source === 'recommended' || (sourceId === '' && accountSources.some(each => each === source));

/** A name as it is in an address, where Trakt has a dash for everything but letters, digits and `_`. */
const toSlug = (name: string) =>
	encodeURIComponent(
		/^[\w-]*$/.test(name)
			? name
			: name
					.toLowerCase()
					.replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
					.replaceAll(/^-|-$/g, ''),
	);

/** What is asked of the API for each source. */
function pathOf({source, sourceId, media}: Pick<ImportListSettings, 'source' | 'sourceId' | 'media'>): string {
	const kind = media === 'movies' ? 'movies' : 'shows';
	const [owner = '', ...names] = traktListOf(sourceId).split('/');
	const [user, slug] = [toSlug(owner), toSlug(names.join('/'))];
	switch (source) {
		case 'list':
			return slug ? `users/${user}/lists/${slug}/items/${kind}` : `lists/${user}/items/${kind}`;
		case 'watchlist':
		case 'watched':
		case 'collection':
			return `users/${user || 'me'}/${source}/${kind}`;
		case 'recommended':
			return `recommendations/${kind}`;
		case 'boxOffice':
			return `${kind}/boxoffice`;
		case 'mostWatched':
			return `${kind}/watched/${sourceId || 'weekly'}`;
		case 'mostPlayed':
			return `${kind}/played/${sourceId || 'weekly'}`;
		case 'mostCollected':
			return `${kind}/collected/${sourceId || 'weekly'}`;
		default:
			return `${kind}/${source}`;
	}
}

interface PageInfo {
	media: ListMedia;
	headers: Readonly<Record<string, string>>;
	/** Number of the page. */
	number: number;
}

/**
 * Titles of a page, each in a `movie` or `show` of its row or as the row itself. Headers say how many pages and titles
 * there are; an answer without them is all.
 */
function parseTrakt(body: Buffer, {media, headers, number}: PageInfo): ListPage {
	const answer = parseJson(body);
	if (!Array.isArray(answer)) {
		throw new UpstreamFailed('wrong_protocol', 'Trakt does not answer with a list of titles. Check the list and the address.');
	}
	const rows = asRecords(answer);
	const kind = media === 'movies' ? 'movie' : 'show';
	const pages = headers['x-pagination-page-count'];
	const total = headers['x-pagination-item-count'];
	return {
		entries: rows.filter(row => (readText(row, 'type') ?? kind) === kind).map(row => toEntry(asRecord(row[kind]) ?? row)),
		isLast: pages === undefined || number >= Number(pages),
		count: rows.length,
		total: total === undefined || !Number.isInteger(Number(total)) ? null : Number(total),
	};
}

function toEntry(title: JsonRecord): ListEntry {
	const ids = asRecord(title['ids']) ?? {};
	return {
		ids: {metaId: readNumber(ids, 'tmdb'), imdbId: readText(ids, 'imdb'), tvMetaId: readNumber(ids, 'tvdb')},
		title: readText(title, 'title') ?? '',
		year: readNumber(title, 'year'),
		seasons: null,
	};
}
