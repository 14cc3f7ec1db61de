import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.js';
import {BulkProgress} from '../library/bulk-dialog.js';
import {Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {monitorChoices} from '../state/choices.js';

/** The service takes no more series at once by name. */
const maxNamed = 5_000;

/**
 * What can be done with the series that were picked.
 * @typedef {object} MonitorBarProps
 * @property {number | null} total Series of the list.
 * @property {string} query The parameters of the list.
 * @property {import('../library/selection.js').Chosen} chosen
 * @property {(chosen: import('../library/selection.js').Chosen) => void} onChosen
 * @property {() => void} onChanged
 * @property {() => void} onEnd
 *
 * @param {MonitorBarProps} props
 */
export function MonitorBar({total, query, chosen, onChosen, onChanged, onEnd}) {
	const [isOpen, setOpen] = useState(false);
	const count = chosen.all ? Math.max(0, (total ?? 0) - chosen.ids.size) : chosen.ids.size;
	const titles = {
		what: `${number(count)} series`,
		query: chosen.all ? query : '',
		body: chosen.all ? {all: true, ...(chosen.ids.size > 0 && {except: [...chosen.ids]})} : {ids: [...chosen.ids]},
	};
	const isPossible = count > 0 && (chosen.all || count <= maxNamed);
	return html`<div class="selection" role="group" aria-label="Selected series">
		<span class="number" role="status">${number(count)} selected</span>
		${total !== null && count < total && html`<${Button} label=${`Select all ${number(total)}`} onClick=${() => onChosen({all: true, ids: new Set()})} />`}
		<${Button} icon="eye" kind="primary" label="What to monitor …" disabled=${!isPossible} onClick=${() => setOpen(true)} />
		<${Button} bare icon="close" label="End the selection" onClick=${onEnd} />
		${isOpen && html`<${MonitorDialog} ...${titles} onClose=${() => setOpen(false)} onEnd=${onChanged} />`}
	</div>`;
}

const seriesChoices = [
	{value: '', label: 'No change'},
	{value: 'true', label: 'Monitored'},
	{value: 'false', label: 'Not monitored'},
];

/** @param {{what: string, query: string, body: object, onClose: () => void, onEnd: () => void}} props */
function MonitorDialog({what, query, body, onClose, onEnd}) {
	const {client} = useApp();
	const [monitor, setMonitor] = useState('');
	const [monitored, setMonitored] = useState('');
	const [id, setId] = useState(/** @type {string | null} */ (null));
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const save = async () => {
		const change = {...(monitor !== '' && {monitor}), ...(monitored !== '' && {monitored: monitored === 'true'})};
		try {
			setId((await client.post(`api/library/series/bulk-edit${query}`, {...body, ...change})).id);
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	return html`<${Dialog} title=${`What to monitor of ${what}`} onClose=${onClose}>
		${
			id === null
				? html`<div class="asked">
				<${SelectField} label="Episodes" hint="Applied to every season. Specials stay as they are, except with “Nothing”." value=${monitor} onChange=${setMonitor} choices=${[{value: '', label: 'No change'}, ...monitorChoices]} />
				<${SelectField} label="The series" hint="Nothing is searched for a series that is not monitored, even if its seasons are." value=${monitored} onChange=${setMonitored} choices=${seriesChoices} />
				${problem && html`<${Failure} error=${problem} />`}</div>
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
				<${Button} kind="primary" label="Save" disabled=${monitor === '' && monitored === ''} onClick=${save} /></footer>`
				: html`<${BulkProgress} id=${id} done="changed." onEnd=${onEnd} onClose=${onClose} />`
		}
	<//>`;
}
