import {useEffect, useMemo, useState} from 'preact/hooks';

/** @typedef {{params: Record<string, string>, query: URLSearchParams}} ViewProps What a view is given. */
/** @typedef {{path: string, query: URLSearchParams}} RouteLocation Where the person is: `#/movies/1?sort=year` */

/** @returns {RouteLocation} */
export function currentLocation() {
	const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
	return {path, query: new URLSearchParams(query)};
}

/** The address of a view, for `href`. @param {string} path */
export const to = path => `#/${path}`;

/** @param {string} path */
export function goTo(path) {
	location.hash = to(path);
}

/** The page of a list that an address names. @param {URLSearchParams} query */
export const pageOf = query => Math.max(1, Math.floor(Number(query.get('page'))) || 1);

/**
 * Changes the query of the current address without a new entry in the history of the browser.
 * @param {Record<string, string | null | undefined>} values
 */
export function changeQuery(values) {
	const {path, query} = currentLocation();
	for (const [name, value] of Object.entries(values)) {
		if (value) {
			query.set(name, value);
		} else {
			query.delete(name);
		}
	}
	const text = query.toString();
	history.replaceState(history.state, '', to(path) + (text && `?${text}`));
	dispatchEvent(new HashChangeEvent('hashchange'));
}

/** @returns {RouteLocation} */
export function useLocation() {
	const [hash, setHash] = useState(() => location.hash);
	useEffect(() => {
		const follow = () => setHash(location.hash);
		addEventListener('hashchange', follow);
		follow(); // it may have changed before we listened
		return () => removeEventListener('hashchange', follow);
	}, []);
	return useMemo(currentLocation, [hash]);
}
