import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import {queueEvents} from '../client/queue-events.ts';
import {Entries} from '../history/entries.ts';
import type {HistoryPage} from '../history/history.ts';
import {Empty, Loaded} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import {useTitleEvents} from '../state/use-title-events.ts';

const nothing = html`<${Empty} icon="history" title="Nothing has happened yet"><p>Grabs, imports and failures of this title are listed here.</p><//>`;

export function HistoryOf({filter}: {filter: Record<string, string>}) {
	const [page, setPage] = useState(1);
	const history: Data<HistoryPage> = useData(`api/history${query({...filter, page, limit: 50})}`);
	useTitleEvents(history.reload, ({id}) => id === (filter['movieId'] ?? filter['seriesId']));
	const onEvent = (name: string) => name !== 'queueItemUpdated';
	useEvents({...queueEvents, onEvent, read: history.reload, throttleMs: 1_000, isSparing: true});
	return html`<${Loaded} from=${history}>${({history: entries, pagination}: HistoryPage) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${entries.length} empty=${nothing} onPage=${setPage}>
			<${Entries} entries=${entries} /><//>`}<//>`;
}
