import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';

/** @typedef {{label: string, hint: string, path: string, isDone: boolean | null}} Step */

/**
 * What a new installation still needs, for administrators; nothing once all is there.
 * @returns {readonly Step[]}
 */
function useSteps() {
	/** @type {import('../state/use-data.js').Data<{rootFolders: unknown[]}>} */
	const folders = useData('api/root-folders');
	/**
	 * The environment may have the key, and a key may be wrong: only the provider knows.
	 * @type {import('../state/use-data.js').Data<unknown>}
	 */
	const meta = useData('api/lookup/movies?query=a');
	/** @type {import('../state/use-data.js').Data<{indexers: {enabled: boolean}[]}>} */
	const indexers = useData('api/indexers');
	return [
		{
			label: 'Say where the files go',
			hint: 'A root folder is the folder of your movies or series.',
			path: 'settings/folders',
			isDone: folders.data && folders.data.rootFolders.length > 0,
		},
		{
			label: 'Enter the key of the metadata provider',
			hint: meta.error?.message ?? 'It knows titles, dates and pictures. A TMDB key is free.',
			path: 'settings/metadata',
			isDone: meta.isLoading ? null : meta.error === null,
		},
		{
			label: 'Add an indexer',
			hint: 'It is asked for releases. Torznab, Newznab and RSS are understood.',
			path: 'settings/indexers',
			isDone: indexers.data ? indexers.data.indexers.some(({enabled}) => enabled) : null,
		},
	];
}

export function FirstSteps() {
	const {user} = useApp();
	return user.get()?.role === 'admin' && html`<${Checklist} />`;
}

function Checklist() {
	const steps = useSteps();
	if (!steps.some(({isDone}) => isDone === false)) {
		return null;
	}
	return html`<section class="steps" aria-labelledby="first-steps"><h2 id="first-steps">First steps</h2>
		<ol>${steps.map(
			({label, hint, path, isDone}, index) => html`<li key=${path} class=${isDone ? 'done' : ''}>
				<span class="mark-of">${isDone ? html`<${Icon} name="check" />` : index + 1}</span>
				<div>${isDone ? html`<span>${label}</span><span class="hidden">, done</span>` : html`<a href=${to(path)}>${label}</a>`}<p class="hint">${hint}</p></div>
			</li>`,
		)}</ol>
	</section>`;
}
