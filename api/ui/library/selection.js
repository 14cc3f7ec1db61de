import {useEffect, useMemo, useRef, useState} from 'preact/hooks';
import {patiently} from '../client/patiently.js';
import {FilesDialog} from '../files/files-dialog.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {pageSize, toPage} from './book.js';
import {BulkDialog} from './bulk-dialog.js';
import {EditManyDialog} from './many-titles.js';

/** The service takes no more named titles at once, and no more of a list. */
const maxNamed = 5000;
const maxListed = 20_000;

/**
 * Titles that a person picks: those with these ids, or all of the list but those.
 * @typedef {{all: boolean, ids: ReadonlySet<string>}} Chosen
 *
 * @typedef {object} Selection
 * @property {(id: string) => boolean} has
 * @property {(id: string, index: number, isRange: boolean) => void} pick `isRange`: with all up to the one picked last.
 *
 * @typedef {object} List
 * @property {'movies' | 'series'} kind
 * @property {(page: number) => string} pathOf
 * @property {(index: number) => {id: string} | undefined} at
 */

/** @type {Chosen} */
const none = {all: false, ids: new Set()};

/** Titles of a list that a person picks, to do something with all of them. @param {List} list */
export function useSelection(list) {
	const {client, attempt} = useApp();
	const [isOn, setIsOn] = useState(false);
	const [chosen, setChosen] = useState(none);
	const last = useRef(0);
	const latest = useRef(list);
	latest.current = list;
	/** @type {Selection | null} */
	const selection = useMemo(() => {
		const has = (/** @type {string} */ id) => chosen.all !== chosen.ids.has(id);
		const set = (/** @type {readonly string[]} */ ids, /** @type {boolean} */ isPicked) =>
			setChosen(({all, ids: before}) => {
				const named = new Set(before);
				ids.forEach(id => void (isPicked === all ? named.delete(id) : named.add(id)));
				return {all, ids: named};
			});
		const pick = (/** @type {string} */ id, /** @type {number} */ index, /** @type {boolean} */ isRange) => {
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
	const setOn = (/** @type {boolean} */ isWanted) => {
		setIsOn(isWanted);
		setChosen(none);
		last.current = 0;
	};
	return {isOn, setOn, selection, chosen, setChosen};
}

/**
 * The ids of titles of a list, of which not all need to be there.
 * @param {List} list @param {{from: number, to: number}} range @param {import('../client/client.js').Client} client
 */
async function between({pathOf, kind, at}, {from, to}, client) {
	/** @type {string[]} */
	const ids = [];
	for (let index = from; index <= to; ) {
		const known = at(index);
		if (known) {
			ids.push(known.id);
			index += 1;
			continue;
		}
		const reply = /** @type {any} */ (await patiently(() => client.get(pathOf(toPage(index)))));
		const rest = reply[kind].slice(index % pageSize, (index % pageSize) + to - index + 1);
		if (rest.length === 0) {
			break;
		}
		ids.push(...rest.map((/** @type {{id: string}} */ {id}) => id));
		index += rest.length;
	}
	return ids;
}

/**
 * @typedef {object} SelectionBarProps
 * @property {'movies' | 'series'} kind
 * @property {number | null} total Titles of the list.
 * @property {List} list
 * @property {string} query The parameters of the list.
 * @property {Chosen} chosen
 * @property {(chosen: Chosen) => void} onChosen
 * @property {() => void} onChanged
 * @property {() => void} onEnd
 */

/** Whoever types or looks at a dialog means no titles. @param {KeyboardEvent} event */
const isElsewhere = ({target}) => target instanceof Element && target.closest('input, textarea, select, dialog') !== null;

/** What can be done with the titles that were picked. @param {SelectionBarProps} props */
export function SelectionBar({kind, total, list, query, chosen, onChosen, onChanged, onEnd}) {
	const {client, attempt, may} = useApp();
	const [open, setOpen] = useState(/** @type {'rename' | 'move' | 'edit' | import('./bulk-dialog.js').Work | null} */ (null));
	const [named, setNamed] = useState(/** @type {readonly string[]} */ ([]));
	const count = chosen.all ? Math.max(0, (total ?? 0) - chosen.ids.size) : chosen.ids.size;
	const max = chosen.all ? maxListed : maxNamed;
	const isFew = count > 0 && count <= max;
	const takeAll = () => onChosen({all: true, ids: new Set()});
	useEffect(() => {
		const press = (/** @type {KeyboardEvent} */ event) => {
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
	/** A plan of names shows each file, so it is made of named titles. @param {'rename' | 'move'} wanted */
	const openFiles = wanted =>
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
