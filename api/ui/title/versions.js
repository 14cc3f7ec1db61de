import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useLibraries} from '../state/choices.js';
import {goTo, to} from '../state/route.js';

/**
 * The copies of a title, each in its own library, and the libraries that may get one. Nothing for households with one
 * library.
 * @param {{kind: 'movies' | 'series', title: import('../client/types.js').Title}} props
 */
export function Versions({kind, title}) {
	const {client, attempt} = useApp();
	const libraries = useLibraries(kind);
	const {copies = []} = title;
	const free = libraries.filter(({value}) => !copies.some(({libraryId}) => libraryId === value));
	if (copies.length < 2 && (libraries.length < 2 || free.length === 0)) {
		return null;
	}
	const nameOf = (/** @type {string | null} */ id) =>
		libraries.find(({value}) => value === id)?.label ?? (id ? 'Disabled library' : 'Not in a library');
	const add = (/** @type {string} */ libraryId) =>
		attempt(async () => {
			const added = await client.post(`api/library/${kind}`, {metaId: title.metaId, libraryId, monitored: title.monitored});
			goTo(`${kind}/${added.id}`);
			return added;
		});
	return html`<div class="versions">
		${
			copies.length > 1 &&
			html`<nav class="tabs" aria-label="Copies in other libraries">${copies.map(
				({id, libraryId}) =>
					html`<a key=${id} href=${to(`${kind}/${id}`)} aria-current=${id === title.id ? 'page' : undefined}>${nameOf(libraryId)}</a>`,
			)}</nav>`
		}
		${free.map(({value, label}) => html`<button key=${value} type="button" class="chip" onClick=${() => add(value)}>Add to ${label} too</button>`)}
	</div>`;
}
