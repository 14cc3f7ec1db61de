import {query as toQuery} from '../client/client.js';
import {Failure, Loaded, Progress} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {distance, isolated, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {places, uses} from './disk-words.js';

/**
 * @typedef {import('./disk-words.js').Use} Use
 * @typedef {{path: string, use: Use, names: string[], bytes: number | null, sharedBytes: number, isWhole: boolean}} FolderUse
 * @typedef {{countedAt: string | null, folders: FolderUse[]}} DiskUsed
 * @typedef {{id: string, title: string, year: number | null, bytes: number, kind: 'movies' | 'series'}} Large
 */

/** Titles that are named. */
const most = 20;

/** What fills the disks: each folder, and the largest titles. */
export function DiskUse() {
	/** @type {import('../state/use-data.js').Data<DiskUsed>} */
	const found = useData('api/disk-use', {isKept: true});
	return html`<section class="block"><h2 class="block-head">What fills them</h2>
			<${Loaded} from=${found} rows=${4}>${(/** @type {DiskUsed} */ data) => html`<${Folders} ...${data} />`}<//></section>
		<${LargestTitles} />`;
}

/** @param {DiskUsed} props */
function Folders({countedAt, folders}) {
	const {client, attempt} = useApp();
	const sorted = folders.filter(({bytes, use}) => bytes !== 0 || use === 'rootFolder').sort((a, b) => (b.bytes ?? -1) - (a.bytes ?? -1));
	const largest = sorted[0]?.bytes ?? 0;
	const count = () =>
		attempt(() => client.post('api/tasks/statistics/run').then(() => null), 'The library is being counted. Look again in a moment.');
	return html`<ul class="rows">${sorted.map(each => html`<${FolderRow} key=${`${each.use} ${each.path}`} folder=${each} largest=${largest} />`)}</ul>
		<p class="hint count-note">${
			countedAt === null
				? html`The library has not been counted yet. <${Button} label="Count now" onClick=${count} />`
				: `The library was counted ${distance(countedAt)}; the other folders were measured just now.`
		}</p>`;
}

/** @param {{folder: FolderUse, largest: number}} props */
function FolderRow({folder: {path, use, names, bytes, sharedBytes, isWhole}, largest}) {
	const shared = sharedBytes > 0 && `${size(sharedBytes)} of it are in the library too, and take their room only once.`;
	const more = !isWhole && bytes !== null && 'There is more: the folder is too large to be measured at once.';
	const amount = bytes === null ? 'not known' : `${isWhole ? '' : 'over '}${size(bytes)}`;
	return html`<li class="row disk">
		<div class="row-head"><h3><a href=${to(places[use])}>${use === 'recycleBin' ? `${uses[use]} of` : uses[use]}</a> <code dir="auto">${path}</code></h3><span class="number">${amount}</span></div>
		${bytes !== null && largest > 0 && html`<${Progress} percent=${(100 * bytes) / largest} label=${`Share of ${path}`} />`}
		${names.length > 0 && html`<p class="hint" dir="auto">${names.join(', ')}</p>`}
		${[shared, more].filter(Boolean).map(text => html`<p key=${text} class="hint">${text}</p>`)}
	</li>`;
}

function LargestTitles() {
	const path = (/** @type {'movies' | 'series'} */ kind) => `api/library/${kind}${toQuery({sort: 'size:desc', limit: most})}`;
	/** @type {import('../state/use-data.js').Data<{movies: any[]}>} */
	const movies = useData(path('movies'), {isKept: true});
	/** @type {import('../state/use-data.js').Data<{series: any[]}>} */
	const series = useData(path('series'), {isKept: true});
	const error = movies.error ?? series.error;
	if (error) {
		return html`<${Failure} error=${error} />`;
	}
	const largest = largestOf(movies.data?.movies ?? [], series.data?.series ?? []);
	return (
		largest.length > 0 &&
		html`<section class="block"><h2 class="block-head">Largest titles</h2>
			<ol class="rows dense">${largest.map(
				({id, kind, title, year, bytes}) => html`<li key=${id} class="line"><div class="line-head large-title">
				<a href=${to(`${kind}/${id}`)}>${isolated(title)}${year !== null && ` (${year})`}</a><span class="hint">${kind === 'movies' ? 'Movie' : 'Series'}</span><span class="number">${size(bytes)}</span>
			</div></li>`,
			)}</ol></section>`
	);
}

/** @param {readonly any[]} movies @param {readonly any[]} series @returns {Large[]} */
function largestOf(movies, series) {
	return [
		...movies.map(({id, title, year, file}) => ({id, title, year, bytes: file?.size ?? 0, kind: /** @type {const} */ ('movies')})),
		...series.map(({id, title, year, sizeOnDisk}) => ({id, title, year, bytes: sizeOnDisk ?? 0, kind: /** @type {const} */ ('series')})),
	]
		.filter(({bytes}) => bytes > 0)
		.sort((a, b) => b.bytes - a.bytes)
		.slice(0, most);
}
