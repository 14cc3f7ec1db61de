import {Badge} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {capital, moment, words} from '../parts/text.js';
import {to} from '../state/route.js';

/** @typedef {import('../client/types.js').HistoryEntry} HistoryEntry */

/** @param {string} event */
function kindOf(event) {
	if (/fail|reject/i.test(event)) {
		return 'bad';
	}
	return /import/i.test(event) ? 'ok' : /grab/i.test(event) ? 'info' : 'quiet';
}

/** @param {HistoryEntry} entry */
function reasonOf({data}) {
	const reason = data['reason'] ?? data['message'] ?? data['error'];
	return typeof reason === 'string' ? reason : null;
}

/** @param {{entries: readonly HistoryEntry[], withLinks?: boolean}} props */
export function Entries({entries, withLinks = false}) {
	return html`<ul class="rows">${entries.map(entry => {
		const path = entry.movieId ? `movies/${entry.movieId}` : entry.seriesId ? `series/${entry.seriesId}` : null;
		const reason = reasonOf(entry);
		const isWord = reason !== null && /^[a-z_]+$/i.test(reason);
		const facts = [entry.quality, entry.indexer, entry.downloadClient, isWord && words(reason)].filter(Boolean);
		return html`<li key=${entry.id} class="row">
			<div class="row-head">
				<h2>${withLinks && path ? html`<a href=${to(path)}><${ReleaseName} name=${entry.title} /></a>` : html`<${ReleaseName} name=${entry.title} />`}</h2>
				<${Badge} kind=${kindOf(entry.event)}>${capital(words(entry.event))}<//>
			</div>
			<p class="facts"><span class="number">${moment(entry.timestamp)}</span>
				${facts.map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
			${reason && !isWord && html`<p class="hint">${reason}</p>`}
			${entry.data['byPerson'] === true && html`<p class="hint">Chosen by a person${typeof entry.data['despite'] === 'string' ? `, although: ${entry.data['despite']}` : ''}</p>`}
		</li>`;
	})}</ul>`;
}
