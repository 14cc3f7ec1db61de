import type {SearchMode} from '#shared/domain/indexers/capabilities.ts';

/** The part of a request that says what is searched: `t` and the encoded parameters after it. */
export interface Query {
	mode: 'search' | 'tvsearch' | 'movie';
	params: string[];
}

export function textQuery(text: string): Query {
	return {mode: 'search', params: [`q=${encodeURIComponent(text)}`]};
}

/**
 * Returns the ids that a mode takes: all of them where several may be sent in one request,
 * otherwise the most trusted one.
 */
export function idParams(mode: SearchMode, ids: [param: string, value: number | string | null | undefined][]): string[] {
	const usable = ids.filter(([param, value]) => Boolean(value) && mode?.params.includes(param));
	const sent = mode?.takesSeveralIds ? usable : usable.slice(0, 1);
	return sent.map(([param, value]) => `${param}=${encodeURIComponent(String(value))}`);
}

export function apiAddress(url: string, apiPath: string): string {
	const [path = '', query] = url.split('?');
	const joined = `${path.replace(/\/+$/, '')}/${apiPath.replace(/^\/+/, '')}`.replace(/\/+$/, '');
	return query ? `${joined}?${query}` : joined;
}

export function joinQuery(address: string, params: string[]): string {
	return `${address}${address.includes('?') ? '&' : '?'}${params.join('&')}`;
}
