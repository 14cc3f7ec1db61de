import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {isAbort} from '../client/problem.ts';
import {useApp} from './app-state.ts';
import {useStore} from './store.ts';

export interface Data<T> {
	/** Null until it is there. An older answer stays while a newer one is fetched. */
	data: T | null;
	error: Error | null;
	isLoading: boolean;
	reload: () => void;
	/** Shows a change before the service is asked again. */
	change: (change: (data: T) => T) => void;
}

/**
 * Reads a path of the API, again when it changes or the service was away; null reads nothing. `isKept`: what it
 * answered last is shown until it has answered again. For lists; a form would keep the values that it began with.
 */
export function useData<T>(path: string | null, {isKept = false}: {isKept?: boolean} = {}): Data<T> {
	const {client, returns, keptAnswers} = useApp();
	const first = () => empty((isKept ? keptAnswers.find(path) : null) as T | null, path);
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
	const change = useCallback((to: (data: T) => T) => setState(last => (last.data ? {...last, data: to(last.data)} : last)), []);
	const current = state.path === path ? state : first();
	return {...current, reload, change};
}

function empty<T>(data: T | null, path: string | null) {
	return {data, error: null as Error | null, isLoading: path !== null, path};
}
