import {useEffect, useState} from 'preact/hooks';
import {useApp} from '../state/app-state.js';
import {maxPicked} from '../state/use-picked.js';
import {Button} from './button.js';
import {html} from './html.js';
import {number} from './text.js';

/**
 * @typedef {object} SelectionBarProps
 * @property {string} label What is selected, for those who do not see it.
 * @property {import('../state/use-picked.js').Picked<any>} picked
 * @property {readonly {id: string}[]} shown Those of this page that can be picked.
 * @property {number | undefined} total Those of the whole list; undefined if nobody knows.
 * @property {() => Promise<readonly {id: string}[]>} readAll
 * @property {any} [children] What can be done with them.
 */

/** Stands above a list while somebody picks rows of it. @param {SelectionBarProps} props */
export function SelectionBar({label, picked, shown, total, readAll, children}) {
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
		const press = (/** @type {KeyboardEvent} */ event) => {
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

/**
 * The box that picks a row.
 * @param {{selection: import('../state/use-picked.js').Picked<any>['selection'], id: string, name: string}} props
 */
export function PickBox({selection, id, name}) {
	return (
		selection &&
		html`<input type="checkbox" class="pick-box" aria-label=${`Select ${name}`} checked=${selection.has(id)} onClick=${(/** @type {MouseEvent} */ event) => selection.pick(id, event.shiftKey)} />`
	);
}
