import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import type {Client} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import {FilesDialog} from '../files/files-dialog.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {counted, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {pageSize, toPage} from './book.ts';
import {BulkDialog, type Work} from './bulk-dialog.ts';
import {EditManyDialog} from './many-titles.ts';

/** The service takes no more named titles at once, and no more of a list. */
const maxNamed = 5000;
const maxListed = 20_000;

/** Titles that a person picks: those with these ids, or all of the list but those. */
export interface Chosen {
	all: boolean;
	ids: ReadonlySet<string>;
}

export interface Selection {
	has: (id: string) => boolean;
	/** `isRange`: with all up to the one picked last. */
	pick: (id: string, index: number, isRange: boolean) => void;
}

interface List {
	kind: 'movies' | 'series';
	pathOf: (page: number) => string;
	at: (index: number) => {id: string} | undefined;
}

const none: Chosen = {all: false, ids: new Set()};

/** Titles of a list that a person picks, to do something with all of them. */
export function useSelection(list: List) {
	const {client, attempt} = useApp();
	const [isOn, setIsOn] = useState(false);
	const [chosen, setChosen] = useState(none);
	const last = useRef(0);
	const latest = useRef(list);
	latest.current = list;
	const selection: Selection | null = useMemo(() => {
		const has = (id: string) => chosen.all !== chosen.ids.has(id);
		const set = (ids: readonly string[], isPicked: boolean) =>
			setChosen(({all, ids: before}) => {
				const named = new Set(before);
				ids.forEach(id => void (isPicked === all ? named.delete(id) : named.add(id)));
				return {all, ids: named};
			});
		const pick = (id: string, index: number, isRange: boolean) => {
			const from = last.current;
			last.current = index;
			if (!isRange || from === index) {
				set([id], !has(id));
				return;
			}
			const isPicked = !has(id);
			void attempt(async () =>
				set(await between(latest.current, {from: Math.min(from, index), to: Math.max(from, index)}, client), isPicked),
			);
		};
		return isOn ? {has, pick} : null;
	}, [isOn, chosen]);
	const setOn = (isWanted: boolean) => {
		setIsOn(isWanted);
		setChosen(none);
		last.current = 0;
	};
	return {isOn, setOn, selection, chosen, setChosen};
}

/** The ids of titles of a list, of which not all need to be there. */
async function between({pathOf, kind, at}: List, {from, to}: {from: number; to: number}, client: Client) {
	const ids: string[] = [];
	for (let index = from; index <= to; ) {
		const known = at(index);
		if (known) {
			ids.push(known.id);
			index += 1;
			continue;
		}
		const reply = (await patiently(() => client.get(pathOf(toPage(index))))) as any;
		const rest = reply[kind].slice(index % pageSize, (index % pageSize) + to - index + 1);
		if (rest.length === 0) {
			break;
		}
		ids.push(...rest.map(({id}: {id: string}) => id));
		index += rest.length;
	}
	return ids;
}

interface SelectionBarProps {
	kind: 'movies' | 'series';
	/** Titles of the list. */
	total: number | null;
	list: List;
	/** The parameters of the list. */
	query: string;
	chosen: Chosen;
	onChosen: (chosen: Chosen) => void;
	onChanged: () => void;
	onEnd: () => void;
}

/** Whoever types or looks at a dialog means no titles. */
const isElsewhere = ({target}: KeyboardEvent) => target instanceof Element && target.closest('input, textarea, select, dialog') !== null;

/** What can be done with the titles that were picked. */
export function SelectionBar({kind, total, list, query, chosen, onChosen, onChanged, onEnd}: SelectionBarProps) {
	const {client, attempt, may} = useApp();
	const [open, setOpen] = useState<'rename' | 'move' | 'edit' | Work | null>(null);
	const [named, setNamed] = useState<readonly string[]>([]);
	const count = chosen.all ? Math.max(0, (total ?? 0) - chosen.ids.size) : chosen.ids.size;
	const max = chosen.all ? maxListed : maxNamed;
	const isFew = count > 0 && count <= max;
	const takeAll = () => onChosen({all: true, ids: new Set()});
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (isElsewhere(event)) {
				return;
			}
			if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
				event.preventDefault();
				takeAll();
			} else if (event.key === 'Escape' && !event.defaultPrevented) {
				onEnd();
			}
		};
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	}, []);
	const what = kind === 'movies' ? counted(count, 'movie') : `${number(count)} series`;
	const titles = {
		kind,
		what,
		query: chosen.all ? query : '',
		body: chosen.all ? {all: true, ...(chosen.ids.size > 0 && {except: [...chosen.ids]})} : {ids: [...chosen.ids]},
	};
	/** A plan of names shows each file, so it is made of named titles. */
	const openFiles = (wanted: 'rename' | 'move') =>
		attempt(async () => {
			const ids = chosen.all
				? (await between(list, {from: 0, to: (total ?? 0) - 1}, client)).filter(id => !chosen.ids.has(id))
				: [...chosen.ids];
			setNamed(ids);
			setOpen(wanted);
		});
	const close = () => setOpen(null);
	const subject = kind === 'movies' ? {movieIds: named} : {seriesIds: named};
	const hasEnded = () => {
		onChanged();
		if (open === 'delete') {
			onChosen(none);
		}
	};
	const isNamed = isFew && count <= maxNamed;
	const limit =
		count > max
			? `; at most ${number(max)} at once`
			: isFew && !isNamed
				? `; files of at most ${number(maxNamed)} are renamed or moved at once`
				: '';
	return html`<div class="selection" role="group" aria-label="Selected titles">
		<span class="number" role="status">${number(count)} selected${limit}</span>
		${total !== null && total > 0 && count < total && html`<${Button} label=${`Select all ${number(total)}`} onClick=${takeAll} />`}
		${
			may('editTitles') &&
			html`<${Button} icon="settings" label="Edit" disabled=${!isFew} onClick=${() => setOpen('edit')} />
		<${Button} icon="lines" label="Rename files" disabled=${!isNamed} onClick=${() => openFiles('rename')} />
		<${Button} icon="folder" label="Move" disabled=${!isNamed} onClick=${() => openFiles('move')} />`
		}
		${may('searchReleases') && html`<${Button} bare icon="bolt" label="Search and grab" disabled=${!isFew} onClick=${() => setOpen('search')} />`}
		<${Button} bare icon="refresh" label="Refresh metadata" disabled=${!isFew} onClick=${() => setOpen('refresh')} />
		${may('deleteTitles') && html`<${Button} bare icon="trash" label="Delete" kind="danger" disabled=${!isFew} onClick=${() => setOpen('delete')} />`}
		<${Button} bare icon="close" label="End the selection" onClick=${onEnd} />
		${open === 'edit' && html`<${EditManyDialog} ...${titles} onClose=${close} onEnd=${hasEnded} />`}
		${(open === 'search' || open === 'refresh' || open === 'delete') && html`<${BulkDialog} ...${titles} work=${open} onClose=${close} onEnd=${hasEnded} />`}
		${(open === 'rename' || open === 'move') && html`<${FilesDialog} kind=${open} title=${open === 'rename' ? `Rename the files of ${what}` : `Move ${what}`} subject=${subject} onClose=${close} />`}
	</div>`;
}
