import {useEffect} from 'preact/hooks';
import {changeQuery} from '../state/route.js';
import {Button} from './button.js';
import {html} from './html.js';

/** The page is part of the address. @param {number} page */
function openPage(page) {
	changeQuery({page: page === 1 ? null : String(page)});
	scrollTo(0, 0);
	document.querySelector('main')?.focus({preventScroll: true}); // the button is gone while the page is read
}

/**
 * @typedef {object} PagedProps
 * @property {number} page
 * @property {number} pages
 * @property {number} count Rows of this page.
 * @property {any} empty Stands there if the list has nothing.
 * @property {(page: number) => void} [onPage]
 * @property {any} [children]
 */

/** A page of a list, and the steps to the others. @param {PagedProps} props */
export function Paged({page, pages, count, empty, onPage = openPage, children}) {
	const isBehindEnd = count === 0 && page > 1; // the rows of the last page are gone
	useEffect(() => {
		if (isBehindEnd) {
			onPage(Math.max(1, Math.min(pages, page - 1)));
		}
	}, [isBehindEnd, page, pages]);
	if (count === 0) {
		return isBehindEnd ? null : empty;
	}
	return html`${children}${pages > 1 && html`<${Pager} page=${page} pages=${pages} onPage=${onPage} />`}`;
}

/** @param {{page: number, pages: number, onPage: (page: number) => void}} props */
function Pager({page, pages, onPage}) {
	return html`<div class="pager" role="group" aria-label="Pages">
		<${Button} label="Back" disabled=${page <= 1} onClick=${() => onPage(page - 1)} />
		<span class="number">${page} of ${pages}</span>
		<${Button} label="Next" disabled=${page >= pages} onClick=${() => onPage(page + 1)} />
	</div>`;
}
