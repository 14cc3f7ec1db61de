import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {Badge, Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {SelectField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {moment} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {joined} from '../state/joined.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTyped} from '../state/use-typed.ts';

interface Line {
	level: 'debug' | 'info' | 'warn' | 'error';
	message: string;
	timestamp: string;
	source: string;
}

/** Lines that are kept on the page. */
const maxLines = 500;
/** Lines from before that are shown first. */
const lastLines = 100;
/** Milliseconds in which lines are shown at once: there may be hundreds a second. */
const showMs = 200;
const names = ['log'];
const levels = [
	{value: 'debug', label: 'Everything'},
	{value: 'info', label: 'Information'},
	{value: 'warn', label: 'Warnings'},
	{value: 'error', label: 'Errors'},
];
const missing: Omit<Line, 'timestamp'> = {
	level: 'warn',
	message: 'The connection was interrupted: lines may be missing here.',
	source: 'page',
};
const kinds = {debug: 'quiet', info: 'info', warn: 'warn', error: 'bad'} as const;

/** The lines since now, newest first. */
function useLines(level: string) {
	const {streams} = useApp();
	const [lines, setLines] = useState<readonly (Line & {id: number})[]>([]);
	useEffect(() => {
		setLines([]);
		let last = 0;
		let fresh: (Line & {id: number})[] = [];
		const showing = joined(() => {
			const newest = fresh.reverse();
			fresh = [];
			setLines(before => [...newest, ...before].slice(0, maxLines));
		}, showMs);
		const add = (line: Line) => {
			last += 1;
			fresh.push({...line, id: last});
			showing.call();
		};
		const close = streams.subscribe(`api/settings/logs/stream${toQuery({level})}`, names, {
			onEvent: (_name, line) => add(line),
			onGap: ({isStart}) => void (isStart || add({...missing, timestamp: new Date().toISOString()})),
		});
		return () => {
			showing.stop();
			close();
		};
	}, [level]);
	return lines;
}

const times = [
	{value: '', label: 'Now'},
	{value: 'past', label: 'Earlier'},
];

/** What the service writes, and what it has written. */
export function View({query}: ViewProps) {
	const level = query.get('level') ?? 'info';
	const isPast = query.get('time') === 'past';
	return html`<${ViewHead} title="Logs">
			<${Tabs} label="When" value=${isPast ? 'past' : ''} choices=${times} onChange=${(value: string) => changeQuery({time: value})} />
			<a class="button" href="api/settings/logs/download" download>Download</a>
			<div class="inline"><${SelectField} label="Level" value=${level} choices=${levels} onChange=${(value: string) => changeQuery({level: value})} /></div>
		<//>
		${isPast ? html`<${Past} level=${level} search=${query.get('search') ?? ''} />` : html`<${Present} level=${level} />`}`;
}

/** What was written last, and while the view is open. */
function Present({level}: {level: string}) {
	const fresh = useLines(level);
	const last: Data<{lines: Line[]}> = useData(`api/settings/logs${toQuery({level, limit: lastLines})}`);
	const isRead = (line: Line) => fresh.some(each => each.timestamp === line.timestamp && each.message === line.message);
	const lines = [...fresh, ...(last.data?.lines ?? []).filter(line => !isRead(line))].slice(0, maxLines);
	return lines.length === 0
		? html`<${Empty} icon="lines" title="Waiting for the next line"><p>Lines appear here as they are written.</p><//>`
		: html`<${Lines} lines=${lines} timeOf=${moment} />`;
}

/** What is stored. */
function Past({level, search}: {level: string; search: string}) {
	const [typed, setTyped] = useTyped(search, text => changeQuery({search: text}));
	const found: Data<{lines: Line[]; isAll: boolean}> = useData(`api/settings/logs${toQuery({level, search, limit: 300})}`);
	return html`<label class="search"><span class="hidden">Search in messages</span>
			<input type="search" placeholder="Search in messages" maxlength="200" value=${typed} onInput=${(event: FieldEvent) => setTyped(event.currentTarget.value)} /></label>
		<${Loaded} from=${found}>${({lines, isAll}: {lines: Line[]; isAll: boolean}) => html`
			${!isAll && html`<p class="hint">Only the newest files were searched. The download has everything.</p>`}
			${
				lines.length === 0
					? html`<${Empty} icon="lines" title="No line fits"><p>Try another level, or fewer letters.</p><//>`
					: html`<${Lines} lines=${lines} timeOf=${moment} />`
			}`}<//>`;
}

function Lines({lines, timeOf}: {lines: readonly Line[]; timeOf: (iso: string) => string}) {
	return html`<ol class="rows log">${lines.map(
		(
			each,
			index,
		) => html`<li key=${'id' in each ? each.id : index} class="row"><p class="facts"><span class="number">${timeOf(each.timestamp)}</span><span>${each.source}</span></p>
			<p>${each.level !== 'info' && html`<${Badge} kind=${kinds[each.level]}>${each.level}<//> `}${each.message}</p></li>`,
	)}</ol>`;
}
