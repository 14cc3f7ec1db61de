import {useEffect, useRef} from 'preact/hooks';
import {useApp} from '../state/app-state.js';
import {searchTitle} from './search-title.js';

/**
 * A search of a title, a season or an episode, whose outcome becomes a notice while somebody looks.
 * @param {{search: string, status: string}} paths @param {() => void} [onEnd]
 */
export function useSearch(paths, onEnd) {
	const {client, attempt, notify} = useApp();
	const isOver = useRef(false);
	useEffect(
		() => () => {
			isOver.current = true;
		},
		[],
	);
	return async () => {
		await attempt(() => searchTitle(paths, {client, notify, isOver: () => isOver.current}));
		if (!isOver.current) {
			onEnd?.();
		}
	};
}
