import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, ViewHead} from '../parts/blocks.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {clock} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {joined} from '../state/joined.js';
import {changeQuery} from '../state/route.js';

/** @typedef {{level: 'debug' | 'info' | 'warn' | 'error', message: string, timestamp: string, source: string}} Line */

/** Lines that are kept on the page. */
const maxLines = 500;
/** Milliseconds in which lines are shown at once: there may be hundreds a second. */
const showMs = 200;
const names = ['log'];
const levels = [
	{value: 'debug', label: 'Everything'},
	{value: 'info', label: 'Information'},
	{value: 'warn', label: 'Warnings'},
	{value: 'error', label: 'Errors'},
];
/** @type {Omit<Line, 'timestamp'>} */
const missing = {level: 'warn', message: 'The connection was interrupted: lines may be missing here.', source: 'page'};
const kinds = /** @type {const} */ ({debug: 'quiet', info: 'info', warn: 'warn', error: 'bad'});

/**
 * The lines since now, newest first.
 * @param {string} level
 */
function useLines(level) {
	const {streams} = useApp();
	const [lines, setLines] = useState(/** @type {readonly (Line & {id: number})[]} */ ([]));
	useEffect(() => {
		setLines([]);
		let last = 0;
		/** @type {(Line & {id: number})[]} */
		let fresh = [];
		const showing = joined(() => {
			const newest = fresh.reverse();
			fresh = [];
			setLines(before => [...newest, ...before].slice(0, maxLines));
		}, showMs);
		const add = (/** @type {Line} */ line) => {
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

/**
 * What the service writes while the view is open.
 * @param {import('../state/route.js').ViewProps} props
 */
export function View({query}) {
	const level = query.get('level') ?? 'info';
	const lines = useLines(level);
	return html`<${ViewHead} title="Logs">
			<a class="button" href="api/settings/logs/download" download>Download</a>
			<div class="inline"><${SelectField} label="Level" value=${level} choices=${levels} onChange=${(/** @type {string} */ value) => changeQuery({level: value})} /></div>
		<//>
		${
			lines.length === 0
				? html`<${Empty} icon="lines" title="Waiting for the next line"><p>Lines appear here as they are written.</p><//>`
				: html`<ol class="rows log">${lines.map(
						each => html`<li key=${each.id} class="row"><p class="facts"><span class="number">${clock(each.timestamp)}</span><span>${each.source}</span></p>
					<p>${each.level !== 'info' && html`<${Badge} kind=${kinds[each.level]}>${each.level}<//> `}${each.message}</p></li>`,
					)}</ol>`
		}`;
}
