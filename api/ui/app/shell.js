import {useEffect, useRef} from 'preact/hooks';
import {html} from '../parts/html.js';
import {usePlace} from '../state/route.js';
import {Navigation} from './navigation.js';
import {ViewOf} from './view-of.js';
import {viewAt} from './views.js';

/** @param {{user: import('../client/types.js').User}} props */
export function Shell({user}) {
	const {path, query} = usePlace();
	const found = viewAt(path);
	const main = useRef(/** @type {HTMLElement | null} */ (null));
	const isFirst = useRef(true);
	useEffect(() => {
		document.title = found ? `${found.view.title} · Kinoteka` : 'Kinoteka';
		if (!isFirst.current) {
			main.current?.focus({preventScroll: true}); // keyboards and screen readers go on where the page has changed
		}
		isFirst.current = false;
	}, [path]);
	const skip = () => main.current?.focus();
	return html`<button type="button" class="skip" onClick=${skip}>Skip to the content</button>
		<${Navigation} user=${user} current=${found?.view ?? null} />
		<main ref=${main} tabindex="-1"><${ViewOf} key=${path} path=${path} query=${query} user=${user} /></main>`;
}
