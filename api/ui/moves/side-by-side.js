import {useState} from 'preact/hooks';
import {Badge} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {moment, number, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {programs} from './words.js';

/** @typedef {import('./words.js').Move} Move */
/** @typedef {{downloadId: string, title: string, status: string, size: number, client: {name: string}}} Foreign */

/** @type {Record<string, {kind: import('./words.js').Tone, label: string}>} */
const changes = {added: {kind: 'ok', label: 'New'}, changed: {kind: 'warn', label: 'Changed'}, gone: {kind: 'quiet', label: 'Gone there'}};
const shownAtFirst = 20;

/** What happens in the other programs while both run. @param {{move: Move, onChange: () => void}} props */
export function SideBySide({move, onChange}) {
	return html`<${Compared} move=${move} onChange=${onChange} /><${ForeignDownloads} />`;
}

/** What has changed there since. @param {{move: Move, onChange: () => void}} props */
function Compared({move: {id, sources, comparison}, onChange}) {
	const {client, attempt} = useApp();
	const [isLong, setLong] = useState(false);
	const compare = () =>
		attempt(async () => {
			await client.post(`api/moves/${id}/compare`, {});
			onChange();
		});
	const isReading = comparison?.state === 'reading';
	const mayAsk = sources.some(({url}) => url !== null);
	const titles = comparison?.titles ?? [];
	const counts = comparison?.counts ?? {added: 0, changed: 0, gone: 0};
	const shown = isLong ? titles : titles.slice(0, shownAtFirst);
	return html`<section class="change" aria-labelledby="compared"><h2 id="compared">Changed there since</h2>
		${!mayAsk && html`<p class="hint">Given as files, the other programs cannot be asked. What they have done since comes by a move of newer backups.</p>`}
		${isReading && html`<p class="searching" role="status"><span class="spinner" />Reading the other programs again …</p>`}
		${comparison?.message && html`<p class="fault">${comparison.message}</p>`}
		${
			comparison?.state === 'ready' &&
			html`<p>${number(counts.added)} new, ${number(counts.changed)} changed, ${number(counts.gone)} gone${comparison.at && html` (${moment(comparison.at)})`}. New and changed ones come when you take over; what you have changed here stays.</p>
			<ul class="rows dense">${shown.map(
				({source, sourceId, title, change}) => html`<li class="row" key=${`${source} ${sourceId}`}><div class="row-head">
					<p dir="auto">${title}</p><span class="hint">${programs[sources[source]?.program ?? ''] ?? ''}</span>
					<${Badge} kind=${changes[change]?.kind}>${changes[change]?.label}<//></div></li>`,
			)}</ul>
			${titles.length > shown.length && html`<div class="change-actions"><${Button} label="Show all" onClick=${() => setLong(true)} /></div>`}`
		}
		${mayAsk && html`<div class="change-actions"><${Button} icon="search" label="Look what has changed" disabled=${isReading} onClick=${compare} /></div>`}
	</section>`;
}

/** What the other programs download in our categories; nobody touches it. */
function ForeignDownloads() {
	/** @type {import('../state/use-data.js').Data<{downloads: Foreign[]}>} */
	const found = useData('api/queue/foreign');
	const downloads = found.data?.downloads ?? [];
	return (
		downloads.length > 0 &&
		html`<section class="change" aria-labelledby="foreign"><h2 id="foreign">Downloads of the other programs</h2>
			<p class="hint">They are left alone. Those that the other programs have grabbed and not imported yet become ours when you take over.</p>
			<ul class="rows dense">${downloads.slice(0, 100).map(
				each => html`<li class="row" key=${`${each.client.name} ${each.downloadId}`}><div class="row-head">
					<p class="renamed"><${ReleaseName} name=${each.title} /></p><span class="hint number">${size(each.size)}</span>
					<span class="hint">${each.client.name}</span></div></li>`,
			)}</ul></section>`
	);
}
