import {useEffect} from 'preact/hooks';
import type {SearchSubject as Subject} from '../client/types.ts';
import {Empty, Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {counted, distance, withMoments, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import type {SearchState} from '../state/kept-searches.ts';
import {to} from '../state/route.ts';
import {ReleaseTable} from './release-table.ts';
import {isGoingOn, useStartedSearch} from './use-started-search.ts';

/**
 * Every release that the indexers have, with what the service thinks of it, as they answer. A grab is for `subject`;
 * `onFirst` is told when there is something to see.
 */
export function FoundReleases({
	request,
	subject = {},
	onFirst,
}: {
	request: Record<string, unknown>;
	subject?: Subject;
	onFirst?: () => void;
}) {
	const {search, error, foundAt, repeat} = useStartedSearch(request);
	const isAny = (search?.releases.length ?? 0) > 0;
	useEffect(() => {
		if (isAny) {
			onFirst?.();
		}
	}, [isAny]);
	if (!search) {
		return error && html`<${Failure} error=${error} onRetry=${repeat} />`;
	}
	const {releases, indexerResults} = search;
	const isOver = !isGoingOn(search);
	const failure = error ?? (search.message ? new Error(search.message) : null);
	return html`<div class="block-head"><${Progress} search=${search} foundAt=${foundAt} />
			<div class="row-actions">${isOver && html`<${Button} icon="refresh" label="Search again" onClick=${repeat} />`}</div></div>
		${failure && html`<${Failure} error=${failure} onRetry=${repeat} />`}
		<${Silent} results=${indexerResults} />
		${releases.length > 0 && html`<${ReleaseTable} releases=${releases} subject=${subject} />`}
		${releases.length === 0 && isOver && !failure && html`<${Nothing} isAsked=${indexerResults.length > 0} />`}`;
}

/** Who has answered, and who is still asked. */
function Progress({search, foundAt}: {search: SearchState; foundAt: string | null}) {
	const {asking, indexerResults, searchDuration} = search;
	const answered = indexerResults.filter(({status}) => status === 'ok').length;
	const all = asking.length + indexerResults.length;
	if (isGoingOn(search)) {
		const who = asking.map(({indexerName}) => indexerName).join(', ');
		return html`<p class="searching" role="status"><span class="spinner" />${all === 0 ? 'Asking the indexers …' : `${indexerResults.length} of ${counted(all, 'indexer')} answered. Asking ${who} …`}</p>`;
	}
	return html`<p class="hint" role="status">${answered} of ${counted(all, 'indexer')} answered in ${(searchDuration / 1000).toFixed(1)} s${foundAt && `, ${distance(foundAt)}`}</p>`;
}

/** Which indexers did not answer, and why. */
function Silent({results}: {results: SearchState['indexerResults']}) {
	const silent = results.filter(({status}) => status !== 'ok');
	return (
		silent.length > 0 &&
		html`<ul class="reasons">${silent.map(each => html`<li key=${each.indexerId}>${each.indexerName}: ${withMoments(each.errorMessage ?? words(each.status))}</li>`)}</ul>`
	);
}

function Nothing({isAsked}: {isAsked: boolean}) {
	const {user} = useApp();
	if (!isAsked) {
		return html`<${Empty} icon="search" title="No indexer is enabled"><p>There was no indexer to search.</p>
			${user.get()?.role === 'admin' && html`<p><a class="button primary" href=${to('settings/indexers?add=true')}>Add an indexer</a></p>`}<//>`;
	}
	return html`<${Empty} icon="search" title="No indexer has a release"><p>While a title is monitored, it is searched again automatically.</p><//>`;
}
