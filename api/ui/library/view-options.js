import {useState} from 'preact/hooks';
import {Tabs} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {store, stored} from '../state/stored.js';
import {columnsOf} from './columns.js';

/** @typedef {import('./columns.js').Kind} Kind */
/** @typedef {'posters' | 'table' | 'overview'} ListView */

const views = /** @type {const} */ ([
	{value: 'posters', label: 'Posters'},
	{value: 'table', label: 'Table'},
	{value: 'overview', label: 'Overview'},
]);

/** How this browser shows a list. @param {Kind} kind */
export function useViewOptions(kind) {
	const known = stored(`view.${kind}`);
	const [view, setView] = useState(() => views.find(({value}) => value === known)?.value ?? /** @type {ListView} */ ('posters'));
	const [columns, setColumns] = useState(() => storedColumns(kind));
	return {
		view,
		columns,
		setView(/** @type {ListView} */ next) {
			store(`view.${kind}`, next);
			setView(next);
		},
		setColumns(/** @type {readonly string[]} */ names) {
			store(`columns.${kind}`, names.join(','));
			setColumns(names);
		},
	};
}

/** @param {Kind} kind @returns {readonly string[]} */
function storedColumns(kind) {
	const names = stored(`columns.${kind}`)?.split(',');
	const all = columnsOf[kind];
	return all.filter(({name, isShownAtFirst = false}) => names?.includes(name) ?? isShownAtFirst).map(({name}) => name);
}

/** @param {ReturnType<typeof useViewOptions> & {kind: Kind}} props */
export function ViewChoice({kind, view, setView, columns, setColumns}) {
	const [isOpen, setOpen] = useState(false);
	return html`<div class="view-choice"><${Tabs} label="View" value=${view} choices=${views} onChange=${setView} />
		${view === 'table' && html`<${Button} bare icon="settings" label="Columns" onClick=${() => setOpen(true)} />`}</div>
		${isOpen && html`<${ColumnsDialog} kind=${kind} columns=${columns} onChange=${setColumns} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{kind: Kind, columns: readonly string[], onChange: (names: readonly string[]) => void, onClose: () => void}} props */
function ColumnsDialog({kind, columns, onChange, onClose}) {
	const toggle = (/** @type {string} */ name) => (/** @type {boolean} */ isShown) =>
		onChange(columnsOf[kind].map(each => each.name).filter(each => (each === name ? isShown : columns.includes(each))));
	return html`<${Dialog} title="Columns of the table" onClose=${onClose}>
		<div class="asked column-choices">${columnsOf[kind].map(
			({name, label}) => html`<${Checkbox} key=${name} label=${label} checked=${columns.includes(name)} onChange=${toggle(name)} />`,
		)}</div>
		<footer class="actions"><${Button} kind="primary" label="Done" onClick=${onClose} /></footer>
	<//>`;
}
