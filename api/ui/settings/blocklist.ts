import {useState} from 'preact/hooks';
import {type Client, query as toQuery} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import type {BlocklistEntry as Blocked} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {PickBox, SelectionBar} from '../parts/selection-bar.ts';
import {counted, dayHere, number, size, withMoments} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Picked, readPages, usePicked} from '../state/use-picked.ts';
import {BlockedSubtitles} from './blocked-subtitles.ts';

interface BlocklistPage {
	blocklist: Blocked[];
	pagination: Pagination;
}

const limit = 50;
/** Releases of one request. */
const together = 500;
const nothing = html`<${Empty} icon="ban" title="Nothing is blocked"><p>Releases that failed are listed here, so they are not grabbed again.</p><//>`;

const sorts = [
	{value: '', label: 'Releases'},
	{value: 'subtitles', label: 'Subtitles'},
];
const Sorts = ({value}: {value: string}) =>
	html`<${Tabs} label="What is blocked" value=${value} choices=${sorts} onChange=${(of: string) => changeQuery({of: of || null, page: null})} />`;

/** Releases and subtitles that are not taken again. */
export function View({query}: ViewProps) {
	return query.get('of') === 'subtitles'
		? html`<${ViewHead} title="Blocklist"><${Sorts} value="subtitles" /><//><${BlockedSubtitles} page=${pageOf(query)} />`
		: html`<${BlockedReleases} query=${query} />`;
}

function BlockedReleases({query}: {query: URLSearchParams}) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(query);
	const list: Data<BlocklistPage> = useData(`api/blocklist${toQuery({page, limit})}`, {isKept: true});
	const shown = list.data?.blocklist ?? [];
	const total = list.data?.pagination.total;
	const picked = usePicked(shown);
	const [asked, setAsked] = useState<'all' | readonly string[] | null>(null);
	const readAll = () =>
		readPages(
			client,
			each => `api/blocklist${toQuery(each)}`,
			({blocklist}) => blocklist,
		);
	const remove = async (what: 'all' | readonly string[]) => {
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
		<${Loaded} from=${list}>${({blocklist, pagination}: BlocklistPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${blocklist.length} empty=${nothing}>
				<ul class="rows dense">${blocklist.map(each => html`<${BlockedRow} key=${each.id} blocked=${each} selection=${picked.selection} onRemove=${isAdmin ? () => setAsked([each.id]) : null} />`)}</ul><//>`}<//>
		${
			asked &&
			html`<${Confirm} title=${asked === 'all' ? 'Clear the blocklist?' : `Remove ${counted(asked.length, 'release')} from the blocklist?`} action=${asked === 'all' ? 'Clear all' : 'Remove'} onConfirm=${() => remove(asked)} onClose=${() => setAsked(null)}>
			<p>${asked !== 'all' && asked.length === 1 ? 'It' : 'They'} may be grabbed again, also without your doing.</p><//>`
		}`;
}

async function removeMany(ids: readonly string[], client: Client) {
	let removed = 0;
	for (let at = 0; at < ids.length; at += together) {
		const some = ids.slice(at, at + together);
		const reply = (await patiently(() => client.post('api/blocklist/bulk-delete', {ids: some}))) as any;
		removed += reply.removedCount;
	}
	return removed;
}

type Selection = Picked<Blocked>['selection'];

function BlockedRow({blocked, selection, onRemove}: {blocked: Blocked; selection: Selection; onRemove: (() => void) | null}) {
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
