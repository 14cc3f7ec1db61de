import {useEffect, useMemo, useState} from 'preact/hooks';

/** What a view is given. */
export interface ViewProps {
	params: Record<string, string>;
	query: URLSearchParams;
}

/** Where the person is: `#/movies/1?sort=year` */
interface RouteLocation {
	path: string;
	query: URLSearchParams;
}

export function currentLocation(): RouteLocation {
	const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
	return {path, query: new URLSearchParams(query)};
}

/** The address of a view, for `href`. */
export const to = (path: string) => `#/${path}`;

export function goTo(path: string) {
	location.hash = to(path);
}

/** The page of a list that an address names. */
export const pageOf = (query: URLSearchParams) => Math.max(1, Math.floor(Number(query.get('page'))) || 1);

/** Changes the query of the current address without a new entry in the history of the browser. */
export function changeQuery(values: Record<string, string | null | undefined>) {
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

export function useLocation(): RouteLocation {
	const [hash, setHash] = useState(() => location.hash);
	useEffect(() => {
		const follow = () => setHash(location.hash);
		addEventListener('hashchange', follow);
		follow(); // it may have changed before we listened
		return () => removeEventListener('hashchange', follow);
	}, []);
	return useMemo(currentLocation, [hash]);
}
