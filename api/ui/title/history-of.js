import {query} from '../client/client.js';
import {Entries} from '../history/entries.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';

/** @param {{filter: Record<string, string>}} props */
export function HistoryOf({filter}) {
	/** @type {import('../state/use-data.js').Data<import('../history/history.js').HistoryPage>} */
	const history = useData(`api/history${query({...filter, limit: 100})}`);
	return html`<${Loaded} from=${history}>${(/** @type {import('../history/history.js').HistoryPage} */ {history: entries}) =>
		entries.length === 0
			? html`<${Empty} icon="history" title="Nothing has happened yet"><p>Grabs, imports and failures of this title are listed here.</p><//>`
			: html`<${Entries} entries=${entries} />`}<//>`;
}
