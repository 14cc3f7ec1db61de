import {useEffect} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {counted, moment, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {pageOf, to} from '../state/route.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} Deletion
 * @property {string} id
 * @property {string | null} movieId
 * @property {string | null} seriesId
 * @property {string} title
 * @property {number | null} year
 * @property {string} path
 * @property {number} files
 * @property {number} bytes
 * @property {boolean} titleDeleted
 * @property {boolean} filesDeleted
 * @property {string | null} deletedBy
 * @property {'kept' | 'undoing' | 'undone' | 'failed'} state
 * @property {string | null} message
 * @property {string | null} waitsFor
 * @property {string} expiresAt
 * @property {string} createdAt
 *
 * @typedef {{deletions: Deletion[], pagination: import('../client/types.js').Pagination}} DeletionPage
 */

/** @type {Record<Deletion['state'], {label: string, kind: string}>} */
const states = {
	kept: {label: 'Can be undone', kind: 'info'},
	undoing: {label: 'Coming back', kind: 'info'},
	undone: {label: 'Back', kind: 'ok'},
	failed: {label: 'Not brought back', kind: 'bad'},
};

const nothing = html`<${Empty} icon="trash" title="Nothing was deleted"><p>Titles and files that somebody deletes are listed here, and can be brought back for some days.</p><//>`;
/** Milliseconds between two looks at what is on its way back. */
const pollMs = 1500;

/** Deleted titles and files. @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const page = pageOf(query);
	/** @type {import('../state/use-data.js').Data<DeletionPage>} */
	const found = useData(`api/deletions${toQuery({page, limit: 50})}`, {isKept: true});
	const isWaiting = found.data?.deletions.some(({state}) => state === 'undoing') ?? false;
	useEffect(() => {
		const timer = isWaiting ? setTimeout(found.reload, pollMs) : undefined;
		return () => clearTimeout(timer);
	}, [isWaiting, found.data]);
	return html`<${ViewHead} title="Recently deleted" />
		<${Loaded} from=${found}>${(/** @type {DeletionPage} */ {deletions, pagination}) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${deletions.length} empty=${nothing}>
				<ul class="rows">${deletions.map(each => html`<${Row} key=${each.id} deletion=${each} onChange=${found.reload} />`)}</ul><//>`}<//>`;
}

/** @param {{deletion: Deletion, onChange: () => void}} props */
function Row({deletion, onChange}) {
	const {client, attempt, may} = useApp();
	const {
		id,
		movieId,
		seriesId,
		title,
		year,
		state,
		message,
		waitsFor,
		files,
		bytes,
		titleDeleted,
		filesDeleted,
		deletedBy,
		createdAt,
		expiresAt,
	} = deletion;
	const name = year === null ? title : `${title} (${year})`;
	const undo = async () => {
		await attempt(() => client.post(`api/deletions/${id}/undo`));
		onChange();
	};
	const path = movieId ? `movies/${movieId}` : `series/${seriesId}`;
	const about = !titleDeleted
		? `only ${files === 1 ? 'a file' : counted(files, 'file')} (${size(bytes)})`
		: files === 0
			? 'no file'
			: `${counted(files, 'file')} (${size(bytes)}) ${filesDeleted ? 'deleted' : 'left on the disk'}`;
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h2>${state === 'undone' || !titleDeleted ? html`<a href=${to(path)}>${name}</a>` : name}</h2><${Badge} kind=${states[state].kind}>${states[state].label}<//></div>
			<p class="facts"><span class="number">${moment(createdAt)}</span>${deletedBy && html`<span>by ${deletedBy}</span>`}<span>${about}</span>
				${state !== 'undone' && html`<span>until ${moment(expiresAt)}</span>`}</p>
			${message && html`<ul class="reasons"><li>${message}</li></ul>`}
			${waitsFor && state === 'kept' && html`<ul class="reasons"><li>Its files are still on the disk. ${waitsFor}</li></ul>`}
		</div>
		<div class="row-actions">${(state === 'kept' || state === 'failed') && may('deleteTitles') && html`<${Button} icon="history" label="Undo" onClick=${undo} />`}</div>
	</li>`;
}
