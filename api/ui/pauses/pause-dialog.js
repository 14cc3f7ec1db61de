import {useState} from 'preact/hooks';
import {Badge, Failure, Waiting} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {distance} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

const hourMs = 3_600_000;
const ends = [
	{value: '', label: 'Until I resume it'},
	{value: '1', label: 'For an hour'},
	{value: '4', label: 'For four hours'},
	{value: '12', label: 'For twelve hours'},
	{value: '24', label: 'For a day'},
	{value: '168', label: 'For a week'},
];

/** @typedef {{id: string, name: string, enabled: boolean}} Thing */
/**
 * @typedef {object} Pause
 * @property {string} id
 * @property {'all' | 'downloadClient' | 'indexer' | 'library'} scope
 * @property {string | null} targetId
 * @property {string | null} name
 * @property {string | null} until
 * @property {string | null} pausedBy
 */

/** A switch for everything, and for each client, indexer and library. @param {{onClose: () => void}} props */
export function PauseDialog({onClose}) {
	const {client, attempt} = useApp();
	/** @type {import('../state/use-data.js').Data<{pauses: Pause[]}>} */
	const {data: paused, error, reload} = useData('api/pauses');
	/** @type {import('../state/use-data.js').Data<{downloadClients: Thing[]}>} */
	const clients = useData('api/download-clients');
	/** @type {import('../state/use-data.js').Data<{indexers: Thing[]}>} */
	const indexers = useData('api/indexers');
	/** @type {import('../state/use-data.js').Data<{libraries: Thing[]}>} */
	const libraries = useData('api/libraries');
	const [hours, setHours] = useState('');
	const change = async (/** @type {() => Promise<unknown>} */ action) => {
		await attempt(async () => {
			await action();
		});
		reload();
		dispatchEvent(new Event('kinoteka:paused'));
	};
	const until = () => (hours === '' ? null : new Date(Date.now() + Number(hours) * hourMs).toISOString());
	/** @param {Pause['scope']} scope @param {string | null} targetId @param {string} name */
	const row = (scope, targetId, name) => {
		const pause = paused?.pauses.find(each => each.scope === scope && each.targetId === targetId);
		return html`<li key=${targetId ?? scope} class="row"><div class="row-head"><span dir="auto">${targetId === null ? 'Everything' : name}</span>
			${pause && html`<${Badge} kind="warn">${pause.until ? `Paused, ends ${distance(pause.until)}` : 'Paused'}<//>`}
			<span class="row-actions">${
				pause
					? html`<${Button} icon="play" label=${`Resume ${name}`} onClick=${() => change(() => client.remove(`api/pauses/${encodeURIComponent(pause.id)}`))} />`
					: html`<${Button} icon="pause" label=${`Pause ${name}`} onClick=${() => change(() => client.put('api/pauses', {scope, targetId, until: until()}))} />`
			}</span></div></li>`;
	};
	/** @param {string} label @param {Pause['scope']} scope @param {readonly Thing[] | undefined} things */
	const group = (label, scope, things) =>
		(things?.length ?? 0) > 0 &&
		html`<section><h3>${label}</h3><ul class="rows">${things?.map(({id, name}) => row(scope, id, name))}</ul></section>`;
	return html`<${Dialog} title="Pause" wide onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			paused
				? html`<div class="pauses"><p class="hint">Meanwhile, nothing is searched or grabbed automatically, and download clients that can pause their downloads do so. You can still search and grab yourself, but a paused client accepts nothing.</p>
			<${SelectField} label="How long" value=${hours} onChange=${setHours} choices=${ends} />
			<ul class="rows">${row('all', null, 'everything')}</ul>
			${group('Download clients', 'downloadClient', clients.data?.downloadClients)}
			${group('Indexers', 'indexer', indexers.data?.indexers)}
			${group('Libraries: searches and grabs', 'library', libraries.data?.libraries)}</div>`
				: html`<${Waiting} rows=${4} />`
		}
		<footer class="actions"><${Button} label="Close" onClick=${onClose} /></footer>
	<//>`;
}
