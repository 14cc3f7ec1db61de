import {useEffect, useRef} from 'preact/hooks';
import {useApp} from '../state/app-state.ts';
import {searchTitle} from './search-title.ts';

/** A search of a title, a season or an episode, whose outcome becomes a notice while somebody looks. */
export function useSearch(paths: {search: string; status: string}, onEnd?: () => void) {
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
