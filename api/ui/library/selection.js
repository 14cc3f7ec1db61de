import {useMemo, useState} from 'preact/hooks';
import {FilesDialog} from '../files/files-dialog.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {counted, number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {pageSize} from './book.js';
import {EachDialog, EditManyDialog} from './many-titles.js';

/** The service takes no more titles at once. */
const maxTitles = 1000;

/** Titles of a list that a person picks, to do something with all of them. */
export function useSelection() {
	const [isOn, setOn] = useState(false);
	const [chosen, setChosen] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
	const selection = useMemo(() => {
		const toggle = (/** @type {string} */ id) =>
			setChosen(last => (last.has(id) ? new Set([...last].filter(each => each !== id)) : new Set([...last, id])));
		return isOn ? {has: (/** @type {string} */ id) => chosen.has(id), toggle} : null;
	}, [isOn, chosen]);
	const turn = (/** @type {boolean} */ isWanted) => {
		setOn(isWanted);
		setChosen(new Set());
	};
	return {isOn, setOn: turn, selection, chosen, setChosen};
}

/**
 * @typedef {object} SelectionBarProps
 * @property {'movies' | 'series'} kind
 * @property {number | null} total Titles of the list.
 * @property {(page: number) => string} pathOf A page of the list.
 * @property {ReadonlySet<string>} chosen
 * @property {(chosen: ReadonlySet<string>) => void} onChosen
 * @property {() => void} onEnd
 */

/** What can be done with the titles that were picked. @param {SelectionBarProps} props */
export function SelectionBar({kind, total, pathOf, chosen, onChosen, onEnd}) {
	const {client, attempt, may} = useApp();
	const [open, setOpen] = useState(/** @type {'rename' | 'move' | 'edit' | import('./many-titles.js').Work | null} */ (null));
	const count = chosen.size;
	const isFew = count > 0 && count <= maxTitles;
	const takeAll = () =>
		attempt(async () => {
			/** @type {Set<string>} */
			const all = new Set();
			for (let page = 1; page <= maxTitles / pageSize; page += 1) {
				const reply = await client.get(pathOf(page));
				reply[kind].forEach((/** @type {{id: string}} */ {id}) => void all.add(id));
				if (page >= reply.pagination.totalPages) {
					break;
				}
			}
			onChosen(all);
		});
	const close = () => setOpen(null);
	const subject = kind === 'movies' ? {movieIds: [...chosen]} : {seriesIds: [...chosen]};
	const what = kind === 'movies' ? counted(count, 'movie') : `${number(count)} series`;
	return html`<div class="selection" role="group" aria-label="Selected titles">
		<span class="number" role="status">${number(count)} selected${count > maxTitles && `; at most ${number(maxTitles)} at once`}</span>
		${total !== null && total > 0 && total <= maxTitles && html`<${Button} label=${`Select all ${number(total)}`} onClick=${takeAll} />`}
		<${Button} icon="lines" label="Rename files" disabled=${!isFew} onClick=${() => setOpen('rename')} />
		<${Button} icon="folder" label="Move" disabled=${!isFew} onClick=${() => setOpen('move')} />
		<${Button} icon="settings" label="Edit" disabled=${!isFew} onClick=${() => setOpen('edit')} />
		<${Button} bare icon="bolt" label="Search and grab" disabled=${!isFew} onClick=${() => setOpen('search')} />
		<${Button} bare icon="refresh" label="Refresh metadata" disabled=${!isFew} onClick=${() => setOpen('refresh')} />
		${may('deleteTitles') && html`<${Button} bare icon="trash" kind="danger" label="Delete" disabled=${!isFew} onClick=${() => setOpen('delete')} />`}
		<${Button} bare icon="close" label="End the selection" onClick=${onEnd} />
		${open === 'edit' && html`<${EditManyDialog} kind=${kind} what=${what} ids=${[...chosen]} onClose=${close} />`}
		${(open === 'search' || open === 'refresh' || open === 'delete') && html`<${EachDialog} work=${open} kind=${kind} what=${what} ids=${[...chosen]} onClose=${close} onDone=${() => open === 'delete' && onChosen(new Set())} />`}
		${(open === 'rename' || open === 'move') && html`<${FilesDialog} kind=${open} title=${open === 'rename' ? `Rename the files of ${what}` : `Move ${what}`} subject=${subject} onClose=${close} />`}
	</div>`;
}
