import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {queueEvents} from '../client/queue-events.js';
import {Entries} from '../history/entries.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';
import {useTitleEvents} from '../state/use-title-events.js';

/** @typedef {import('../history/history.js').HistoryPage} HistoryPage */

const nothing = html`<${Empty} icon="history" title="Nothing has happened yet"><p>Grabs, imports and failures of this title are listed here.</p><//>`;

/** @param {{filter: Record<string, string>}} props */
export function HistoryOf({filter}) {
	const [page, setPage] = useState(1);
	/** @type {import('../state/use-data.js').Data<HistoryPage>} */
	const history = useData(`api/history${query({...filter, page, limit: 50})}`);
	useTitleEvents(history.reload, ({id}) => id === (filter['movieId'] ?? filter['seriesId']));
	const onEvent = (/** @type {string} */ name) => name !== 'queueItemUpdated';
	useEvents({...queueEvents, onEvent, read: history.reload, throttleMs: 1_000, isSparing: true});
	return html`<${Loaded} from=${history}>${(/** @type {HistoryPage} */ {history: entries, pagination}) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${entries.length} empty=${nothing} onPage=${setPage}>
			<${Entries} entries=${entries} /><//>`}<//>`;
}
