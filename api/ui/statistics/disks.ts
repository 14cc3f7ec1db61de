import type {Disk} from '../client/schemas.ts';
import {Badge, Empty, Loaded, Progress, ViewHead} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {DiskUse} from './disk-use.ts';
import {places, uses} from './disk-words.ts';

type Level = 'ok' | 'low' | 'full' | 'silent' | 'unreachable';

const levels: Record<Level, {kind: 'ok' | 'warn' | 'bad'; label: string; remedy: string | null}> = {
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
export function View() {
	const found: Data<{disks: Disk[]}> = useData('api/disk-space', {isKept: true});
	return html`<${ViewHead} title="Disk space" /><${Loaded} from=${found} rows=${4}>${({disks}: {disks: Disk[]}) =>
		disks.length === 0
			? html`<${Empty} icon="folder" title="No folder is used yet" />`
			: html`<ul class="rows">${disks.map(each => html`<${DiskRow} key=${each.folders[0]?.path} disk=${each} />`)}</ul><${DiskUse} />`}<//>`;
}

function DiskRow({disk: {freeSpace, totalSpace, level, folders}}: {disk: Disk}) {
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
