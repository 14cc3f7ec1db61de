import {useState} from 'preact/hooks';
import type {Pause} from '../client/schemas.ts';
import {Badge, Failure, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {distance} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

export type {Pause} from '../client/schemas.ts';

const hourMs = 3_600_000;
const ends = [
	{value: '', label: 'Until I resume it'},
	{value: '1', label: 'For an hour'},
	{value: '4', label: 'For four hours'},
	{value: '12', label: 'For twelve hours'},
	{value: '24', label: 'For a day'},
	{value: '168', label: 'For a week'},
];

interface Thing {
	id: string;
	name: string;
	enabled: boolean;
}

/** A switch for everything, and for each client, indexer and library. */
export function PauseDialog({onClose}: {onClose: () => void}) {
	const {client, attempt} = useApp();
	const {data: paused, error, reload}: Data<{pauses: Pause[]}> = useData('api/pauses');
	const clients: Data<{downloadClients: Thing[]}> = useData('api/download-clients');
	const indexers: Data<{indexers: Thing[]}> = useData('api/indexers');
	const libraries: Data<{libraries: Thing[]}> = useData('api/libraries');
	const [hours, setHours] = useState('');
	const change = async (action: () => Promise<unknown>) => {
		await attempt(async () => {
			await action();
		});
		reload();
		dispatchEvent(new Event('kinoteka:paused'));
	};
	const until = () => (hours === '' ? null : new Date(Date.now() + Number(hours) * hourMs).toISOString());
	const row = (scope: Pause['scope'], targetId: string | null, name: string) => {
		const pause = paused?.pauses.find(each => each.scope === scope && each.targetId === targetId);
		return html`<li key=${targetId ?? scope} class="row"><div class="row-head"><span dir="auto">${targetId === null ? 'Everything' : name}</span>
			${pause && html`<${Badge} kind="warn">${pause.until ? `Paused, ends ${distance(pause.until)}` : 'Paused'}<//>`}
			<span class="row-actions">${
				pause
					? html`<${Button} icon="play" label=${`Resume ${name}`} onClick=${() => change(() => client.remove(`api/pauses/${encodeURIComponent(pause.id)}`))} />`
					: html`<${Button} icon="pause" label=${`Pause ${name}`} onClick=${() => change(() => client.put('api/pauses', {scope, targetId, until: until()}))} />`
			}</span></div></li>`;
	};
	const group = (label: string, scope: Pause['scope'], things: readonly Thing[] | undefined) =>
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
