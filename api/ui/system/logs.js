import {useEffect, useState} from 'preact/hooks';
import {Badge, Empty, ViewHead} from '../parts/blocks.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {changeQuery} from '../state/route.js';

/** @typedef {{level: 'debug' | 'info' | 'warn' | 'error', message: string, timestamp: string, source: string}} Line */

/** Lines that are kept on the page. */
const mostLines = 500;
const names = ['log'];
const levels = [
	{value: 'debug', label: 'Everything'},
	{value: 'info', label: 'Information'},
	{value: 'warn', label: 'Warnings'},
	{value: 'error', label: 'Errors'},
];
const kinds = /** @type {const} */ ({debug: 'quiet', info: 'info', warn: 'warn', error: 'bad'});

/**
 * What the service writes while the view is open, newest first.
 * @param {import('../state/route.js').ViewProps} props
 */
export function View({query}) {
	const {streams} = useApp();
	const level = query.get('level') ?? 'info';
	const [lines, setLines] = useState(/** @type {readonly (Line & {id: number})[]} */ ([]));
	useEffect(() => {
		setLines([]);
		let last = 0;
		return streams.subscribe(`api/settings/logs/stream?level=${level}`, names, {
			onEvent: (_name, line) => {
				last += 1;
				const id = last;
				setLines(before => [{...line, id}, ...before].slice(0, mostLines));
			},
			onGap: () => {},
		});
	}, [level]);
	return html`<${ViewHead} title="Logs">
			<a class="button" href="api/settings/logs/download" download>Download</a>
			<div class="inline"><${SelectField} label="Level" value=${level} choices=${levels} onChange=${(/** @type {string} */ value) => changeQuery({level: value})} /></div>
		<//>
		${
			lines.length === 0
				? html`<${Empty} icon="menu" title="Waiting for the next line"><p>Lines appear here as they are written.</p><//>`
				: html`<ol class="rows log">${lines.map(
						each => html`<li key=${each.id} class="row"><p class="facts"><span class="number">${each.timestamp.slice(11, 19)}</span><span>${each.source}</span></p>
					<p>${each.level !== 'info' && html`<${Badge} kind=${kinds[each.level]}>${each.level}<//> `}${each.message}</p></li>`,
					)}</ol>`
		}`;
}
