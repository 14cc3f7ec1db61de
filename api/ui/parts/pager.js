import {changeQuery} from '../state/route.js';
import {Button} from './button.js';
import {html} from './html.js';

/** Steps through the pages of a list; the page is part of the address. @param {{page: number, pages: number}} props */
export function Pager({page, pages}) {
	if (pages <= 1) {
		return null;
	}
	const go = (/** @type {number} */ next) => () => {
		changeQuery({page: next === 1 ? null : String(next)});
		scrollTo(0, 0);
	};
	return html`<div class="pager" role="group" aria-label="Pages">
		<${Button} label="Back" disabled=${page <= 1} onClick=${go(page - 1)} />
		<span class="number">${page} of ${pages}</span>
		<${Button} label="Next" disabled=${page >= pages} onClick=${go(page + 1)} />
	</div>`;
}
