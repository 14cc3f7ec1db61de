import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.ts';
import {BulkProgress} from '../library/bulk-dialog.ts';
import type {Chosen} from '../library/selection.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {monitorChoices} from '../state/choices.ts';

/** The service takes no more series at once by name. */
const maxNamed = 5_000;

interface MonitorBarProps {
	/** Series of the list. */
	total: number | null;
	/** The parameters of the list. */
	query: string;
	chosen: Chosen;
	onChosen: (chosen: Chosen) => void;
	onChanged: () => void;
	onEnd: () => void;
}

/** What can be done with the series that were picked. */
export function MonitorBar({total, query, chosen, onChosen, onChanged, onEnd}: MonitorBarProps) {
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

function MonitorDialog({
	what,
	query,
	body,
	onClose,
	onEnd,
}: {
	what: string;
	query: string;
	body: object;
	onClose: () => void;
	onEnd: () => void;
}) {
	const {client} = useApp();
	const [monitor, setMonitor] = useState('');
	const [monitored, setMonitored] = useState('');
	const [id, setId] = useState<string | null>(null);
	const [problem, setProblem] = useState<Error | null>(null);
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
