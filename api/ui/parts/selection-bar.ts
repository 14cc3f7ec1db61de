import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {useApp} from '../state/app-state.ts';
import {maxPicked, type Picked} from '../state/use-picked.ts';
import {Button} from './button.ts';
import {html} from './html.ts';
import {number} from './text.ts';

interface SelectionBarProps {
	/** What is selected, for those who do not see it. */
	label: string;
	picked: Picked<any>;
	/** Those of this page that can be picked. */
	shown: readonly {id: string}[];
	/** Those of the whole list; undefined if nobody knows. */
	total: number | undefined;
	readAll: () => Promise<readonly {id: string}[]>;
	/** What can be done with them. */
	children?: ComponentChildren;
}

/** Stands above a list while somebody picks rows of it. */
export function SelectionBar({label, picked, shown, total, readAll, children}: SelectionBarProps) {
	const {attempt} = useApp();
	const [isReading, setReading] = useState(false);
	const {rows, choose, setOn, selection} = picked;
	const takeShown = () => choose(shown);
	const takeAll = async () => {
		setReading(true);
		await attempt(async () => choose(await readAll()));
		setReading(false);
	};
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			const isBusy =
				event.target instanceof Element && event.target.closest('select, textarea, dialog, input:not([type=checkbox])') !== null;
			if (isBusy || document.querySelector('dialog[open]')) {
				return;
			}
			if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
				event.preventDefault();
				takeShown();
			} else if (event.key === 'Escape' && !event.defaultPrevented) {
				setOn(false);
			}
		};
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	});
	const isLonger = total === undefined || total > shown.length;
	const selectable = Math.min(total ?? maxPicked, maxPicked);
	const whole =
		total === undefined ? 'Select all of this filter' : `Select ${total > maxPicked ? 'the first' : 'all'} ${number(selectable)}`;
	return html`<div class="selection" role="group" aria-label=${label}>
		<span class="number" role="status">${isReading ? 'Reading the list …' : `${number(rows.length)} selected`}</span>
		${shown.some(({id}) => !selection?.has(id)) && html`<${Button} label=${isLonger ? `Select these ${number(shown.length)}` : `Select all ${number(shown.length)}`} onClick=${takeShown} />`}
		${isLonger && rows.length < selectable && html`<${Button} label=${whole} disabled=${isReading} onClick=${takeAll} />`}
		${children}
		<${Button} bare icon="close" label="End the selection" onClick=${() => setOn(false)} />
	</div>`;
}

/** The box that picks a row. */
export function PickBox({selection, id, name}: {selection: Picked<any>['selection']; id: string; name: string}) {
	return (
		selection &&
		html`<input type="checkbox" class="pick-box" aria-label=${`Select ${name}`} checked=${selection.has(id)} onClick=${(event: MouseEvent) => selection.pick(id, event.shiftKey)} />`
	);
}
