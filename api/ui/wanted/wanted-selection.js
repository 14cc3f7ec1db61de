import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {BulkDialog} from '../library/bulk-dialog.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {SelectionBar} from '../parts/selection-bar.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {readPages} from '../state/use-picked.js';

/** @typedef {import('./wanted-row.js').Wanted} Wanted */

/** Episodes of one request. */
const together = 500;

/**
 * What can be done with the wanted titles that were picked.
 * @typedef {object} WantedSelectionProps
 * @property {import('../state/use-picked.js').Picked<Wanted>} picked
 * @property {readonly Wanted[]} shown
 * @property {number | undefined} total
 * @property {string} list
 * @property {string} type
 * @property {() => void} onChange
 *
 * @param {WantedSelectionProps} props
 */
export function WantedSelection({picked, shown, total, list, type, onChange}) {
	const {client, attempt} = useApp();
	const [searched, setSearched] = useState(/** @type {{ids: readonly string[], what: string} | null} */ (null));
	const [doneCount, setDone] = useState(/** @type {number | null} */ (null));
	const ids = picked.rows.map(({id}) => id);
	const what = counted(ids.length, type);
	const readAll = () =>
		readPages(
			client,
			page => `api/wanted/${list}${toQuery({type, ...page})}`,
			({items}) => items,
		);
	const end = () => {
		picked.choose([]);
		onChange();
	};
	/** @param {(some: readonly string[]) => Promise<{failedCount?: number} | null>} ask @param {number} count @param {string} done */
	const inBatches = (ask, count, done) =>
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
			some => /** @type {Promise<any>} */ (patiently(() => client.post('api/library/episodes/bulk-search', {ids: some}))),
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
