import {useState} from 'preact/hooks';
import {Tabs} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {store, stored} from '../state/stored.ts';
import {columnsOf, type Kind} from './columns.ts';

type ListView = 'posters' | 'table' | 'overview';

const views = [
	{value: 'posters', label: 'Posters'},
	{value: 'table', label: 'Table'},
	{value: 'overview', label: 'Overview'},
] as const;

/** How this browser shows a list. */
export function useViewOptions(kind: Kind) {
	const known = stored(`view.${kind}`);
	const [view, setView] = useState(() => views.find(({value}) => value === known)?.value ?? ('posters' as ListView));
	const [columns, setColumns] = useState(() => storedColumns(kind));
	return {
		view,
		columns,
		setView(next: ListView) {
			store(`view.${kind}`, next);
			setView(next);
		},
		setColumns(names: readonly string[]) {
			store(`columns.${kind}`, names.join(','));
			setColumns(names);
		},
	};
}

function storedColumns(kind: Kind): readonly string[] {
	const names = stored(`columns.${kind}`)?.split(',');
	const all = columnsOf[kind];
	return all.filter(({name, isShownAtFirst = false}) => names?.includes(name) ?? isShownAtFirst).map(({name}) => name);
}

export function ViewChoice({kind, view, setView, columns, setColumns}: ReturnType<typeof useViewOptions> & {kind: Kind}) {
	const [isOpen, setOpen] = useState(false);
	return html`<div class="view-choice"><${Tabs} label="View" value=${view} choices=${views} onChange=${setView} />
		${view === 'table' && html`<${Button} bare icon="settings" label="Columns" onClick=${() => setOpen(true)} />`}</div>
		${isOpen && html`<${ColumnsDialog} kind=${kind} columns=${columns} onChange=${setColumns} onClose=${() => setOpen(false)} />`}`;
}

function ColumnsDialog({
	kind,
	columns,
	onChange,
	onClose,
}: {
	kind: Kind;
	columns: readonly string[];
	onChange: (names: readonly string[]) => void;
	onClose: () => void;
}) {
	const toggle = (name: string) => (isShown: boolean) =>
		onChange(columnsOf[kind].map(each => each.name).filter(each => (each === name ? isShown : columns.includes(each))));
	return html`<${Dialog} title="Columns of the table" onClose=${onClose}>
		<div class="asked column-choices">${columnsOf[kind].map(
			({name, label}) => html`<${Checkbox} key=${name} label=${label} checked=${columns.includes(name)} onChange=${toggle(name)} />`,
		)}</div>
		<footer class="actions"><${Button} kind="primary" label="Done" onClick=${onClose} /></footer>
	<//>`;
}
