import {useEffect, useState} from 'preact/hooks';
import {type Client, query} from '../client/client.ts';
import {isAbort, Problem} from '../client/problem.ts';
import {useApp} from '../state/app-state.ts';
import type {SearchState} from '../state/kept-searches.ts';

interface Shown {
	search: SearchState | null;
	error: Error | null;
	/** When it was found; null if it is of now. */
	foundAt: string | null;
}

const begun: SearchState = {state: 'queued', releases: [], indexerResults: [], asking: [], message: null, searchDuration: 0};

const askAgainMs = 700;
/** Of a search that takes long, less often. */
const slowMs = 1_500;
const isSlowAfterMs = 10_000;

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

export const isGoingOn = (search: SearchState | null) => search?.state === 'queued' || search?.state === 'searching';

/**
 * A search that shows what each indexer has as soon as it answers. It is stopped when nobody looks any more; one that
 * has just ended is shown again instead of a new one.
 * @param body What is searched for; null for nothing yet.
 */
export function useStartedSearch(body: Record<string, unknown> | null): Shown & {repeat: () => void} {
	const {client, keptSearches} = useApp();
	const [round, setRound] = useState(0);
	const [shown, setShown] = useState<Shown>({search: null, error: null, foundAt: null});
	const request = body && JSON.stringify(body);
	useEffect(() => {
		if (request === null) {
			setShown({search: null, error: null, foundAt: null});
			return;
		}
		const kept = round === 0 ? keptSearches.find(request) : null;
		if (kept) {
			setShown({search: kept.search, error: null, foundAt: new Date(kept.at).toISOString()});
			return;
		}
		const stop = new AbortController();
		let id = '';
		let last = begun;
		setShown({search: begun, error: null, foundAt: null});
		const show = (search: SearchState) => {
			last = search;
			setShown({search, error: null, foundAt: null});
			if (search.state === 'completed') {
				keptSearches.keep(request, search);
			}
		};
		const onStarted = (started: string) => {
			id = started;
		};
		follow(client, JSON.parse(request), {signal: stop.signal, show, onStarted}).catch(
			error => !isAbort(error) && !stop.signal.aborted && setShown({search: {...last, state: 'failed'}, error, foundAt: null}),
		);
		return () => {
			stop.abort();
			if (id && isGoingOn(last)) {
				client.remove(`api/searches/${id}`).catch(() => {});
			}
		};
	}, [request, round]);
	return {...shown, repeat: () => setRound(before => before + 1)};
}

async function follow(
	client: Client,
	body: unknown,
	{signal, show, onStarted}: {signal: AbortSignal; show: (search: SearchState) => void; onStarted: (id: string) => void},
) {
	const {searchId} = await client.post('api/searches', body);
	onStarted(searchId);
	if (signal.aborted) {
		await client.remove(`api/searches/${searchId}`);
		return;
	}
	let search = begun;
	let after = '';
	while (isGoingOn(search)) {
		await pause(search.searchDuration > isSlowAfterMs ? slowMs : askAgainMs);
		signal.throwIfAborted();
		const read = await client.get(`api/searches/${searchId}${query({after})}`, {signal}).catch(orAgain);
		if (read) {
			const {releases, indexerResults, revision, ...rest} = read;
			after = revision;
			search = {...search, ...rest, ...(releases && {releases, indexerResults})};
			show(search);
		}
	}
}

/** The search goes on while the service cannot be reached; a banner says that. */
function orAgain(error: unknown) {
	if (error instanceof Problem && error.code === 'unreachable') {
		return null;
	}
	throw error;
}
