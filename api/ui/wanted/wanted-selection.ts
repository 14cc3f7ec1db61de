import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import {BulkDialog} from '../library/bulk-dialog.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {SelectionBar} from '../parts/selection-bar.ts';
import {counted, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Picked, readPages} from '../state/use-picked.ts';
import type {Wanted} from './wanted-row.ts';

/** Episodes of one request. */
const together = 500;

interface WantedSelectionProps {
	picked: Picked<Wanted>;
	shown: readonly Wanted[];
	total: number | undefined;
	list: string;
	/** What the list is narrowed to. */
	filter: {type: string; search: string | null; libraryId: string | null};
	onChange: () => void;
}

/** What can be done with the wanted titles that were picked. */
export function WantedSelection({picked, shown, total, list, filter, onChange}: WantedSelectionProps) {
	const {type} = filter;
	const {client, attempt} = useApp();
	const [searched, setSearched] = useState<{ids: readonly string[]; what: string} | null>(null);
	const [doneCount, setDone] = useState<number | null>(null);
	const ids = picked.rows.map(({id}) => id);
	const what = counted(ids.length, type);
	const readAll = () =>
		readPages(
			client,
			page => `api/wanted/${list}${toQuery({...filter, ...page})}`,
			({items}) => items,
		);
	const end = () => {
		picked.choose([]);
		onChange();
	};
	const inBatches = (ask: (some: readonly string[]) => Promise<{failedCount?: number} | null>, count: number, done: string) =>
		attempt(async () => {
			let failed = 0;
			try {
				for (let at = 0; at < ids.length; at += count) {
					setDone(at);
					failed += (await ask(ids.slice(at, at + count)))?.failedCount ?? 0;
				}
			} finally {
				setDone(null);
				end();
			}
			return {message: `${done}${failed > 0 ? ` ${number(failed)} are not there any more.` : ''}`};
		});
	const searchEpisodes = () =>
		inBatches(
			some => patiently(() => client.post('api/library/episodes/bulk-search', {ids: some})) as Promise<any>,
			together,
			`The search for ${what} is queued.`,
		);
	const fetchSubtitles = () =>
		inBatches(
			async some => {
				await patiently(() => client.post(`api/library/${type === 'movie' ? 'movies' : 'episodes'}/${some[0]}/subtitles/fetch`));
				return null;
			},
			1,
			`Subtitles of ${what} are searched.`,
		);
	const isSubtitles = list === 'subtitles';
	const act = isSubtitles ? fetchSubtitles : type === 'movie' ? () => setSearched({ids, what}) : searchEpisodes;
	const isBusy = doneCount !== null;
	return html`<${SelectionBar} label="Selected titles" picked=${picked} shown=${shown} total=${total} readAll=${readAll}>
		<${Button} icon=${isSubtitles ? 'subtitles' : 'bolt'} kind="primary" disabled=${ids.length === 0 || isBusy}
			label=${isBusy ? `${number(doneCount)} of ${number(ids.length)}` : isSubtitles ? 'Fetch subtitles' : 'Search and grab'} onClick=${act} />
		${searched && html`<${BulkDialog} kind="movies" what=${searched.what} query="" body=${{ids: searched.ids}} work="search" onClose=${() => setSearched(null)} onEnd=${end} />`}
	<//>`;
}
