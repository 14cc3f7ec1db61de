import {Badge, Empty, Loaded, Progress} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {size} from '../parts/text.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {DiskUse} from './disk-use.js';
import {places, uses} from './disk-words.js';

/**
 * @typedef {'ok' | 'low' | 'full' | 'silent' | 'unreachable'} Level
 * @typedef {import('./disk-words.js').Use} Use
 * @typedef {{path: string, use: Use, names: string[], accessible: boolean}} Folder
 * @typedef {{freeSpace: number | null, totalSpace: number | null, level: Level, folders: Folder[]}} Disk
 */

/** @type {Record<Level, {kind: 'ok' | 'warn' | 'bad', label: string, remedy: string | null}>} */
const levels = {
	ok: {kind: 'ok', label: 'Enough room', remedy: null},
	low: {kind: 'warn', label: 'Little room', remedy: 'Delete what nobody watches, empty the recycle bin, or use another disk.'},
	full: {kind: 'bad', label: 'Full', remedy: 'Nothing is imported there until there is room. Imports then continue automatically.'},
	silent: {
		kind: 'warn',
		label: 'No answer yet',
		remedy: 'The machine is busy, or the disk is away: check that it is mounted. It is asked again.',
	},
	unreachable: {kind: 'bad', label: 'Not reachable', remedy: 'Check its disk or mount, and that the workers may read and write it.'},
};
/** The disks that the service uses, those that need attention first. */
export function Disks() {
	/** @type {import('../state/use-data.js').Data<{disks: Disk[]}>} */
	const found = useData('api/disk-space', {isKept: true});
	return html`<${Loaded} from=${found} rows=${4}>${(/** @type {{disks: Disk[]}} */ {disks}) =>
		disks.length === 0
			? html`<${Empty} icon="folder" title="No folder is used yet" />`
			: html`<ul class="rows">${disks.map(each => html`<${DiskRow} key=${each.folders[0]?.path} disk=${each} />`)}</ul><${DiskUse} />`}<//>`;
}

/** @param {{disk: Disk}} props */
function DiskRow({disk: {freeSpace, totalSpace, level, folders}}) {
	const {kind, label, remedy} = levels[level];
	const isKnown = freeSpace !== null && totalSpace !== null && totalSpace > 0;
	const used = isKnown ? (1 - freeSpace / totalSpace) * 100 : 0;
	const name = folders[0]?.path ?? '';
	return html`<li class="row disk">
		<div class="row-head"><h2>${isKnown ? `${size(freeSpace)} free of ${size(totalSpace)}` : name}</h2><${Badge} kind=${kind}>${label}<//></div>
		${isKnown && html`<${Progress} percent=${used} label=${`Used of the disk of ${name}`} kind=${kind === 'ok' ? '' : kind} />`}
		${remedy && html`<p class="hint">${remedy}</p>`}
		<ul class="disk-folders">${folders.map(
			each =>
				html`<li key=${`${each.use} ${each.path}`}><a href=${to(places[each.use])}>${uses[each.use]}</a> <code>${each.path}</code>${each.names.length > 0 && html` <span class="hint" dir="auto">· ${each.names.join(', ')}</span>`}</li>`,
		)}</ul>
	</li>`;
}
