import {useEffect, useRef} from 'preact/hooks';
import {html} from './html.js';
import {dayHere, number, size} from './text.js';

/**
 * @typedef {{title: string, size: number | null, seeders: number | null, leechers: number | null, publishDate: string | null,
 *  categories: readonly number[]}} TestedRelease
 * @typedef {{message?: string, details?: readonly string[], releases?: readonly TestedRelease[]}} Tested What a test found.
 */

/** What a test says, at the end of a form that may be longer than the screen. @param {{tested: Tested}} props */
export function TestOutcome({tested: {message = 'It works.', details = [], releases = []}}) {
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => ref.current?.scrollIntoView({block: 'nearest'}), [message, details, releases]);
	return html`<div ref=${ref}>
		<div class="outcome" role="status"><p>${message}</p>${details.length > 0 && html`<ul>${details.map(each => html`<li key=${each}>${each}</li>`)}</ul>`}</div>
		${releases.length > 0 && html`<${Releases} releases=${releases} />`}
	</div>`;
}

/** Whatever a site does not say stands out. @param {{releases: readonly TestedRelease[]}} props */
function Releases({releases}) {
	const or = (/** @type {string | null} */ text) => text ?? html`<span class="failed">none</span>`;
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
