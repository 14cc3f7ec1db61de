import {useEffect, useRef} from 'preact/hooks';
import {Problem} from '../client/problem.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';

const aboutKey = 'It knows titles, dates and pictures. A TMDB key is free: themoviedb.org/settings/api.';

/** @typedef {{label: string, hint: string, path: string, isDone: boolean | null}} Step */

/**
 * What a new installation still needs, for administrators; nothing once all is there.
 * @param {number} version Another one: something has changed.
 * @returns {readonly Step[]}
 */
function useSteps(version) {
	/** @type {import('../state/use-data.js').Data<{rootFolders: unknown[]}>} */
	const folders = useData('api/root-folders');
	/**
	 * The environment may have the key, and a key may be wrong: only the provider knows.
	 * @type {import('../state/use-data.js').Data<unknown>}
	 */
	const meta = useData('api/lookup/movies?query=a');
	/** @type {import('../state/use-data.js').Data<{indexers: {enabled: boolean}[]}>} */
	const indexers = useData('api/indexers');
	const lastVersion = useRef(version);
	useEffect(() => {
		if (lastVersion.current !== version) {
			lastVersion.current = version;
			[folders, meta, indexers].forEach(({reload}) => void reload());
		}
	}, [version]);
	const isKeyMissing = meta.error instanceof Problem && meta.error.code === 'provider_key_missing';
	return [
		{
			label: 'Choose where your files are',
			hint: 'A root folder is the folder of your movies or series.',
			path: 'settings/folders?step=1&add=true',
			isDone: folders.data && folders.data.rootFolders.length > 0,
		},
		{
			label: 'Enter the key of the metadata provider',
			hint: isKeyMissing ? aboutKey : (meta.error?.message ?? aboutKey),
			path: 'settings/metadata?step=2',
			isDone: meta.isLoading ? null : meta.error === null,
		},
		{
			label: 'Add an indexer',
			hint: 'It is searched for releases. Torznab, Newznab, RSS and sites with a definition are supported.',
			path: 'settings/indexers?step=3&add=true',
			isDone: indexers.data ? indexers.data.indexers.some(({enabled}) => enabled) : null,
		},
	];
}

/** @param {{isGuiding?: boolean, version?: number}} props `isGuiding`: somebody follows the steps, and is told where they lead. */
export function FirstSteps({isGuiding = false, version = 0}) {
	const {user} = useApp();
	return user.get()?.role === 'admin' && html`<${Checklist} isGuiding=${isGuiding} version=${version} />`;
}

/** No step, because nobody needs one; but whoever has SABnzbd or qBittorrent looks for it here. */
const ownClient = html`<p class="hint">Torrents are downloaded by the client that is built in. For Usenet, or a client of yours, <a href=${to('settings/clients?add=true')}>add a download client</a>.</p>`;

/** Whoever comes from them has all of this there already. */
const household = html`<p class="hint">Do you have Radarr or Sonarr? <a href=${to('moving-in')}>Move in</a> with all that they have.</p>`;

/** @param {{isGuiding: boolean, version: number}} props */
function Checklist({isGuiding, version}) {
	const steps = useSteps(version);
	if (!steps.some(({isDone}) => isDone === false)) {
		const isOver = isGuiding && steps.every(({isDone}) => isDone);
		return (
			isOver && html`<p class="outcome steps-over">Kinoteka has all it needs. <a href=${to('add')}>Add your first title</a></p>${ownClient}`
		);
	}
	return html`<section class="steps" aria-labelledby="first-steps"><h2 id="first-steps">First steps</h2>
		<ol>${steps.map(
			({label, hint, path, isDone}, index) => html`<li key=${path} class=${isDone ? 'done' : ''}>
				<span class="mark-of">${isDone ? html`<${Icon} name="check" />` : index + 1}</span>
				<div>${isDone ? html`<span>${label}</span><span class="hidden">, done</span>` : html`<a href=${to(path)}>${label}</a>`}<p class="hint">${hint}</p></div>
			</li>`,
		)}</ol>
		${household}${ownClient}
	</section>`;
}
