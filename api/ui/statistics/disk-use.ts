import {query as toQuery} from '../client/client.ts';
import type {FolderUse} from '../client/schemas.ts';
import {Failure, Loaded, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {distance, isolated, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {places, uses} from './disk-words.ts';

interface DiskUsed {
	countedAt: string | null;
	folders: FolderUse[];
}

interface Large {
	id: string;
	title: string;
	year: number | null;
	bytes: number;
	kind: 'movies' | 'series';
}

/** Titles that are named. */
const most = 20;

/** What fills the disks: each folder, and the largest titles. */
export function DiskUse() {
	const found: Data<DiskUsed> = useData('api/disk-use', {isKept: true});
	return html`<section class="block"><h2 class="block-head">What fills them</h2>
			<${Loaded} from=${found} rows=${4}>${(data: DiskUsed) => html`<${Folders} ...${data} />`}<//></section>
		<${LargestTitles} />`;
}

function Folders({countedAt, folders}: DiskUsed) {
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

function FolderRow({folder: {path, use, names, bytes, sharedBytes, isWhole}, largest}: {folder: FolderUse; largest: number}) {
	const alsoAt =
		use === 'recycleBin'
			? 'seeded or used elsewhere too, and stay on the disk when the bin is emptied'
			: 'in the library too, and take their room only once';
	const shared = sharedBytes > 0 && `${size(sharedBytes)} of it are ${alsoAt}.`;
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
	const path = (kind: 'movies' | 'series') => `api/library/${kind}${toQuery({sort: 'size:desc', limit: most})}`;
	const movies: Data<{movies: any[]}> = useData(path('movies'), {isKept: true});
	const series: Data<{series: any[]}> = useData(path('series'), {isKept: true});
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

function largestOf(movies: readonly any[], series: readonly any[]): Large[] {
	return [
		...movies.map(({id, title, year, file}) => ({id, title, year, bytes: file?.size ?? 0, kind: 'movies' as const})),
		...series.map(({id, title, year, sizeOnDisk}) => ({id, title, year, bytes: sizeOnDisk ?? 0, kind: 'series' as const})),
	]
		.filter(({bytes}) => bytes > 0)
		.sort((a, b) => b.bytes - a.bytes)
		.slice(0, most);
}
