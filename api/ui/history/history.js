import {query as toQuery} from '../client/client.js';
import {Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {pageOf} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {Entries} from './entries.js';

/** @typedef {import('../client/types.js').HistoryEntry} HistoryEntry */
/** @typedef {{history: HistoryEntry[], pagination: import('../client/types.js').Pagination}} HistoryPage */

const nothing = html`<${Empty} icon="history" title="Nothing has happened yet"><p>Grabs, imports and failures are listed here.</p><//>`;

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const page = pageOf(query);
	/** @type {import('../state/use-data.js').Data<HistoryPage>} */
	const history = useData(`api/history${toQuery({page, limit: 50})}`);
	return html`<${ViewHead} title="History" />
		<${Loaded} from=${history}>
			${(/** @type {HistoryPage} */ {history: entries, pagination}) =>
				html`<${Paged} page=${page} pages=${pagination.totalPages} count=${entries.length} empty=${nothing}>
					<${Entries} entries=${entries} withLinks /><//>`}
		<//>`;
}
