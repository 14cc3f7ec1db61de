import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {isAbort} from '../client/problem.js';
import {useApp} from './app-state.js';
import {useStore} from './store.js';

/**
 * @template T
 * @typedef {object} Data
 * @property {T | null} data Null until it is there. An older answer stays while a newer one is fetched.
 * @property {Error | null} error
 * @property {boolean} isLoading
 * @property {() => void} reload
 * @property {(change: (data: T) => T) => void} change Shows a change before the service is asked again.
 */

/**
 * Reads a path of the API, again when it changes or the service was away; null reads nothing. `isKept`: what it
 * answered last is shown until it has answered again. For lists; a form would keep the values that it began with.
 * @template T
 * @param {string | null} path
 * @param {{isKept?: boolean}} [options]
 * @returns {Data<T>}
 */
export function useData(path, {isKept = false} = {}) {
	const {client, returns, keptAnswers} = useApp();
	const first = () => empty(/** @type {T | null} */ (isKept ? keptAnswers.find(path) : null), path);
	const epoch = useStore(returns);
	const [version, setVersion] = useState(0);
	const [state, setState] = useState(first);
	const shown = useRef(path);
	useEffect(() => {
		if (path === null) {
			return;
		}
		const stop = new AbortController();
		const shownData = shown.current === path ? state.data : first().data;
		shown.current = path;
		setState({data: shownData, error: null, isLoading: true, path});
		client.get(path, {signal: stop.signal}).then(
			data => {
				if (isKept) {
					keptAnswers.keep(path, data);
				}
				setState({data, error: null, isLoading: false, path});
			},
			error => !isAbort(error) && setState({data: shownData, error, isLoading: false, path}),
		);
		return () => stop.abort();
	}, [path, epoch, version]);
	const reload = useCallback(() => setVersion(last => last + 1), []);
	const change = useCallback(
		/** @param {(data: T) => T} to */ to => setState(last => (last.data ? {...last, data: to(last.data)} : last)),
		[],
	);
	const current = state.path === path ? state : first();
	return {...current, reload, change};
}

/**
 * @template T
 * @param {T | null} data
 * @param {string | null} path
 */
function empty(data, path) {
	return {data, error: /** @type {Error | null} */ (null), isLoading: path !== null, path};
}
