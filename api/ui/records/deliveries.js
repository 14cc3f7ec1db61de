import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {capital, moment, words} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {recordsOf} from './abilities.js';

/** What was sent to another program, and what it said. @param {{path: string, onClose: () => void}} props */
export function Deliveries({path, onClose}) {
	/** @type {import('../state/use-data.js').Data<Record<string, any>>} */
	const list = useData(`${path}/deliveries?limit=50`);
	return html`<${Dialog} title="Deliveries" wide onClose=${onClose}><${Loaded} from=${list} rows=${3}>${(
		/** @type {Record<string, any>} */ reply,
	) => {
		const deliveries = recordsOf(reply);
		return deliveries.length === 0
			? html`<${Empty} icon="history" title="Nothing was sent yet" />`
			: html`<ul class="rows">${deliveries.map(each => html`<${Delivery} key=${each['id']} delivery=${each} />`)}</ul>`;
	}}<//><//>`;
}

/** @param {{delivery: Record<string, any>}} props */
function Delivery({delivery: {event, type, status, attempts, createdAt, timestamp, error, lastError}}) {
	const time = timestamp ?? createdAt;
	const reason = error ?? lastError;
	const isDone = /ok|sent|deliver|success/.test(status);
	return html`<li class="row">
		<div class="row-head"><h3>${capital(words(event ?? type ?? 'Event'))}</h3>${status && html`<${Badge} kind=${isDone ? 'ok' : 'warn'}>${capital(words(status))}<//>`}</div>
		<p class="facts">${time && html`<span class="number">${moment(time)}</span>`}${typeof attempts === 'number' && html`<span>${attempts} attempts</span>`}</p>
		${reason && html`<ul class="reasons"><li>${reason}</li></ul>`}
	</li>`;
}
