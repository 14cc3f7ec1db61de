import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {ReleaseName} from '../parts/release-name.js';
import {PickBox, SelectionBar} from '../parts/selection-bar.js';
import {counted, dayHere, number, size, withMoments} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {changeQuery, pageOf, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {readPages, usePicked} from '../state/use-picked.js';
import {BlockedSubtitles} from './blocked-subtitles.js';

/**
 * @typedef {object} Blocked
 * @property {string} id
 * @property {string} title
 * @property {string} reason
 * @property {string | null} indexer
 * @property {number | null} size
 * @property {string | null} movieId
 * @property {string | null} seriesId
 * @property {string} addedAt
 *
 * @typedef {{blocklist: Blocked[], pagination: import('../client/types.js').Pagination}} BlocklistPage
 */

const limit = 50;
/** Releases of one request. */
const together = 500;
const nothing = html`<${Empty} icon="ban" title="Nothing is blocked"><p>Releases that failed are listed here, so they are not grabbed again.</p><//>`;

const sorts = [
	{value: '', label: 'Releases'},
	{value: 'subtitles', label: 'Subtitles'},
];
/** @param {{value: string}} props */
const Sorts = ({value}) =>
	html`<${Tabs} label="What is blocked" value=${value} choices=${sorts} onChange=${(/** @type {string} */ of) => changeQuery({of: of || null, page: null})} />`;

/** Releases and subtitles that are not taken again. @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	return query.get('of') === 'subtitles'
		? html`<${ViewHead} title="Blocklist"><${Sorts} value="subtitles" /><//><${BlockedSubtitles} page=${pageOf(query)} />`
		: html`<${BlockedReleases} query=${query} />`;
}

/** @param {{query: URLSearchParams}} props */
function BlockedReleases({query}) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(query);
	/** @type {import('../state/use-data.js').Data<BlocklistPage>} */
	const list = useData(`api/blocklist${toQuery({page, limit})}`, {isKept: true});
	const shown = list.data?.blocklist ?? [];
	const total = list.data?.pagination.total;
	const picked = usePicked(shown);
	const [asked, setAsked] = useState(/** @type {'all' | readonly string[] | null} */ (null));
	const readAll = () =>
		readPages(
			client,
			each => `api/blocklist${toQuery(each)}`,
			({blocklist}) => blocklist,
		);
	const remove = async (/** @type {'all' | readonly string[]} */ what) => {
		const isDone = await attempt(async () => {
			const count = what === 'all' ? (await client.remove('api/blocklist')).removedCount : await removeMany(what, client);
			return {message: `${counted(count, 'release')} may be grabbed again.`};
		});
		if (isDone) {
			setAsked(null);
			picked.choose([]);
		}
		list.reload();
	};
	const ids = picked.rows.map(({id}) => id);
	return html`<${ViewHead} title="Blocklist" count=${total === undefined ? undefined : number(total)}>
			<${Sorts} value="" />
			${
				isAdmin &&
				Boolean(total) &&
				html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.setOn(!picked.isOn)} />
				<${Button} icon="trash" label="Clear all" onClick=${() => setAsked('all')} />`
			}<//>
		${
			picked.isOn &&
			html`<${SelectionBar} label="Selected releases" picked=${picked} shown=${shown} total=${total} readAll=${readAll}>
				<${Button} icon="trash" kind="danger" label="Remove" disabled=${ids.length === 0} onClick=${() => setAsked(ids)} /><//>`
		}
		<${Loaded} from=${list}>${(/** @type {BlocklistPage} */ {blocklist, pagination}) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${blocklist.length} empty=${nothing}>
				<ul class="rows dense">${blocklist.map(each => html`<${BlockedRow} key=${each.id} blocked=${each} selection=${picked.selection} onRemove=${isAdmin ? () => setAsked([each.id]) : null} />`)}</ul><//>`}<//>
		${
			asked &&
			html`<${Confirm} title=${asked === 'all' ? 'Clear the blocklist?' : `Remove ${counted(asked.length, 'release')} from the blocklist?`} action=${asked === 'all' ? 'Clear all' : 'Remove'} onConfirm=${() => remove(asked)} onClose=${() => setAsked(null)}>
			<p>${asked !== 'all' && asked.length === 1 ? 'It' : 'They'} may be grabbed again, also without your doing.</p><//>`
		}`;
}

/** @param {readonly string[]} ids @param {import('../client/client.js').Client} client */
async function removeMany(ids, client) {
	let removed = 0;
	for (let at = 0; at < ids.length; at += together) {
		const some = ids.slice(at, at + together);
		const reply = /** @type {any} */ (await patiently(() => client.post('api/blocklist/bulk-delete', {ids: some})));
		removed += reply.removedCount;
	}
	return removed;
}

/**
 * @typedef {import('../state/use-picked.js').Picked<Blocked>['selection']} Selection
 * @param {{blocked: Blocked, selection: Selection, onRemove: (() => void) | null}} props
 */
function BlockedRow({blocked, selection, onRemove}) {
	const {id, title, reason, indexer, movieId, seriesId, addedAt} = blocked;
	const path = movieId ? `movies/${movieId}` : seriesId ? `series/${seriesId}` : null;
	const facts = [withMoments(reason), indexer, blocked.size !== null && size(blocked.size)].filter(Boolean);
	return html`<li class="line"><div class="line-head blocked">
		<span class="number"><${PickBox} selection=${selection} id=${id} name=${title} />${dayHere(addedAt)}</span>
		<span class="what" title=${reason}>${path ? html`<a href=${to(path)}><${ReleaseName} name=${title} /></a>` : html`<${ReleaseName} name=${title} />`}
			<span class="hint">${facts.join(' · ')}</span></span>
		${onRemove && html`<${Button} bare icon="trash" label=${`Remove ${title}`} onClick=${onRemove} />`}
	</div></li>`;
}
