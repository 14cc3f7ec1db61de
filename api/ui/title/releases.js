import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Empty, Failure, Tabs} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {episodeCode, number, withMoments} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {changeQuery, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {ReleaseRow} from './release-row.js';

/** @typedef {import('../client/types.js').SearchResult} SearchResult */
/** @typedef {import('../client/types.js').SearchSubject} Subject */

/** Rows at first; whoever wants the rest asks for it. */
const firstRows = 60;

/** Every release that the indexers have, with what the service thinks of it. @param {{subject: Subject}} props */
export function Releases({subject}) {
	/** @type {import('../state/use-data.js').Data<SearchResult>} */
	const search = useData(`api/search${query({...subject, limit: 1000})}`);
	return html`<${Part} subject=${subject} /><${Found} search=${search} subject=${subject} />`;
}

/** @param {{search: import('../state/use-data.js').Data<SearchResult>, subject: Subject}} props */
function Found({search: {data, error, isLoading, reload}, subject}) {
	if (isLoading) {
		return html`<p class="searching" role="status"><span class="spinner" />Asking the indexers …</p>`;
	}
	if (error || !data) {
		return html`<${Failure} error=${error ?? new Error('The reply was empty.')} onRetry=${reload} />`;
	}
	return html`<${Result} result=${data} subject=${subject} onRepeat=${reload} />`;
}

/** @param {{result: SearchResult, subject: Subject, onRepeat: () => void}} props */
function Result({result: {releases, indexerResults}, subject, onRepeat}) {
	const approved = releases.filter(each => each.approved);
	const [shown, setShown] = useState(approved.length > 0 ? 'approved' : 'all');
	const [limit, setLimit] = useState(firstRows);
	const list = shown === 'approved' ? approved : releases;
	const choices = [
		{value: 'approved', label: `Approved ${number(approved.length)}`},
		{value: 'all', label: `All ${number(releases.length)}`},
	];
	return html`<div class="block-head">
			<${Tabs} label="Which releases" value=${shown} choices=${choices} onChange=${setShown} />
			<div class="row-actions"><${Button} icon="refresh" label="Search again" onClick=${onRepeat} /></div>
		</div>
		<${IndexerResults} results=${indexerResults} />
		${list.length === 0 && html`<${Nothing} isAsked=${indexerResults.length > 0} hasOthers=${releases.length > 0} />`}
		${list.length > 0 && html`<ul class="rows">${list.slice(0, limit).map(each => html`<${ReleaseRow} key=${each.indexerId + each.guid} release=${each} subject=${subject} />`)}</ul>`}
		${list.length > limit && html`<div class="pager"><${Button} label=${`Show all ${list.length}`} onClick=${() => setLimit(list.length)} /></div>`}`;
}

/** @param {{isAsked: boolean, hasOthers: boolean}} props */
function Nothing({isAsked, hasOthers}) {
	const {user} = useApp();
	if (!isAsked) {
		return html`<${Empty} icon="search" title="No indexer is enabled"><p>There was no indexer to search.</p>
			${user.get()?.role === 'admin' && html`<p><a class="button primary" href=${to('settings/indexers?add=true')}>Add an indexer</a></p>`}<//>`;
	}
	return html`<${Empty} icon="search" title=${hasOthers ? 'No release is approved' : 'No indexer has a release'}>
		<p>${hasOthers ? 'All of them are listed with the reasons.' : 'While it is monitored, it is searched again automatically.'}</p><//>`;
}

/** Which part of a series was searched for. @param {{subject: Subject}} props */
function Part({subject: {seasonNumber, episodeNumber}}) {
	if (!seasonNumber) {
		return null;
	}
	const season = Number(seasonNumber);
	const part = episodeNumber
		? episodeCode({seasonNumber: season, episodeNumber: Number(episodeNumber)})
		: season === 0
			? 'the specials'
			: `season ${season}`;
	return html`<div class="row-foot part"><p class="hint">Releases of ${part}</p>
		<${Button} label="Search the whole series" onClick=${() => changeQuery({season: null, episode: null})} /></div>`;
}

/** Which indexers did not answer, and why. @param {{results: SearchResult['indexerResults']}} props */
function IndexerResults({results}) {
	const silent = results.filter(({status}) => status !== 'ok');
	return (
		silent.length > 0 &&
		html`<ul class="reasons">${silent.map(each => html`<li key=${each.indexerId}>${each.indexerName}: ${withMoments(each.errorMessage ?? each.status.replaceAll('_', ' '))}</li>`)}</ul>`
	);
}
