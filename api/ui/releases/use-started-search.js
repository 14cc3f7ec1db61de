import {useEffect, useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {isAbort, Problem} from '../client/problem.js';
import {useApp} from '../state/app-state.js';

/** @typedef {import('../state/kept-searches.js').SearchState} SearchState */

/**
 * @typedef {object} Shown
 * @property {SearchState | null} search
 * @property {Error | null} error
 * @property {string | null} foundAt When it was found; null if it is of now.
 */

/** @type {SearchState} */
const begun = {state: 'queued', releases: [], indexerResults: [], asking: [], message: null, searchDuration: 0};

const askAgainMs = 700;
/** Of a search that takes long, less often. */
const slowMs = 1_500;
const isSlowAfterMs = 10_000;

/** @param {number} ms */
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

/** @param {SearchState | null} search */
export const isGoingOn = search => search?.state === 'queued' || search?.state === 'searching';

/**
 * A search that shows what each indexer has as soon as it answers. It is stopped when nobody looks any more; one that
 * has just ended is shown again instead of a new one.
 * @param {Record<string, unknown> | null} body What is searched for; null for nothing yet.
 * @returns {Shown & {repeat: () => void}}
 */
export function useStartedSearch(body) {
	const {client, keptSearches} = useApp();
	const [round, setRound] = useState(0);
	const [shown, setShown] = useState(/** @type {Shown} */ ({search: null, error: null, foundAt: null}));
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
		const show = (/** @type {SearchState} */ search) => {
			last = search;
			setShown({search, error: null, foundAt: null});
			if (search.state === 'completed') {
				keptSearches.keep(request, search);
			}
		};
		const onStarted = (/** @type {string} */ started) => {
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

/**
 * @param {import('../client/client.js').Client} client @param {unknown} body
 * @param {{signal: AbortSignal, show: (search: SearchState) => void, onStarted: (id: string) => void}} how
 */
async function follow(client, body, {signal, show, onStarted}) {
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

/** The search goes on while the service cannot be reached; a banner says that. @param {unknown} error */
function orAgain(error) {
	if (error instanceof Problem && error.code === 'unreachable') {
		return null;
	}
	throw error;
}
