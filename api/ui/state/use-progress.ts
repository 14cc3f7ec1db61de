import {useEffect, useState} from 'preact/hooks';
import {useApp} from './app-state.ts';

interface Downloaded {
	state: string;
	progress: number | null;
	queueId: string | null;
}

/** A standing with the percent that the queue tells now: lists are not read again for it. */
export function useProgress<T extends Downloaded | null | undefined>(standing: T): T {
	const {progress} = useApp();
	const id = standing?.state === 'downloading' ? standing.queueId : null;
	const percentNow = () => (id ? progress.get().get(id) : undefined);
	const [percent, setPercent] = useState(percentNow);
	useEffect(() => {
		const update = () => setPercent(percentNow());
		update();
		return id ? progress.subscribe(update) : undefined;
	}, [id]);
	return standing && percent !== undefined && id ? {...standing, progress: percent} : standing;
}
