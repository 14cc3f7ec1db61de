import type {ComponentChildren} from 'preact';
import {useEffect} from 'preact/hooks';
import {changeQuery} from '../state/route.ts';
import {Button} from './button.ts';
import {html} from './html.ts';

/** The page is part of the address. */
function openPage(page: number) {
	changeQuery({page: page === 1 ? null : String(page)});
	scrollTo(0, 0);
	document.querySelector('main')?.focus({preventScroll: true}); // the button is gone while the page is read
}

interface PagedProps {
	page: number;
	pages: number;
	/** Rows of this page. */
	count: number;
	/** Stands there if the list has nothing. */
	empty: any;
	onPage?: (page: number) => void;
	children?: ComponentChildren;
}

/** A page of a list, and the steps to the others. */
export function Paged({page, pages, count, empty, onPage = openPage, children}: PagedProps) {
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

function Pager({page, pages, onPage}: {page: number; pages: number; onPage: (page: number) => void}) {
	return html`<div class="pager" role="group" aria-label="Pages">
		<${Button} label="Back" disabled=${page <= 1} onClick=${() => onPage(page - 1)} />
		<span class="number">${page} of ${pages}</span>
		<${Button} label="Next" disabled=${page >= pages} onClick=${() => onPage(page + 1)} />
	</div>`;
}
