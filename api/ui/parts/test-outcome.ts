import {useEffect, useRef} from 'preact/hooks';
import type {TestedRelease} from '../client/schemas.ts';
import {html} from './html.ts';
import {dayHere, number, size} from './text.ts';

/** What a test found. */
export interface Tested {
	message?: string;
	details?: readonly string[];
	releases?: readonly TestedRelease[];
}

/** What a test says, at the end of a form that may be longer than the screen. */
export function TestOutcome({tested: {message = 'It works.', details = [], releases = []}}: {tested: Tested}) {
	const ref = useRef<HTMLElement | null>(null);
	useEffect(() => ref.current?.scrollIntoView({block: 'nearest'}), [message, details, releases]);
	return html`<div ref=${ref}>
		<div class="outcome" role="status"><p>${message}</p>${details.length > 0 && html`<ul>${details.map(each => html`<li key=${each}>${each}</li>`)}</ul>`}</div>
		${releases.length > 0 && html`<${Releases} releases=${releases} />`}
	</div>`;
}

/** Whatever a site does not say stands out. */
function Releases({releases}: {releases: readonly TestedRelease[]}) {
	const or = (text: string | null) => text ?? html`<span class="failed">none</span>`;
	return html`<table class="numbers"><caption class="hidden">The first releases</caption>
		<thead><tr><th scope="col">Release</th><th scope="col">Size</th><th scope="col">Seeders</th><th scope="col">Leechers</th><th scope="col">Date</th><th scope="col">Categories</th></tr></thead>
		<tbody>${releases.map(
			(each, index) => html`<tr key=${index}>
				<th scope="row">${each.title}</th>
				<td data-label="Size">${or(each.size === null ? null : size(each.size))}</td>
				<td data-label="Seeders">${or(each.seeders === null ? null : number(each.seeders))}</td>
				<td data-label="Leechers">${or(each.leechers === null ? null : number(each.leechers))}</td>
				<td data-label="Date">${or(each.publishDate && dayHere(each.publishDate))}</td>
				<td data-label="Categories">${or(each.categories.join(', ') || null)}</td>
			</tr>`,
		)}</tbody>
	</table>`;
}
