import {useEffect, useRef} from 'preact/hooks';
import {Problem} from '../client/problem.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

const aboutKey = 'It knows titles, dates and pictures. A TMDB key is free: themoviedb.org/settings/api.';

interface Step {
	label: string;
	hint: string;
	path: string;
	isDone: boolean | null;
	/** The service works without it. */
	isOptional?: boolean;
}

interface Indexer {
	name: string;
	enabled: boolean;
	status: string;
	lastError: string | null;
	/** What it has told of itself; null until then. */
	capabilities: object | null;
}

/** It has failed from the start: a household whose indexer is down for an hour needs no first steps. */
const isUnheard = ({status, capabilities}: Indexer) => capabilities === null && /^(?:error|authorize)$/.test(status);

/**
 * What a new installation still needs, for administrators; nothing once all is there.
 * @param version Another one: something has changed.
 */
function useSteps(version: number): readonly Step[] {
	const folders: Data<{rootFolders: unknown[]}> = useData('api/root-folders');
	/** The environment may have the key, and a key may be wrong: only the provider knows. */
	const meta: Data<unknown> = useData('api/lookup/movies?query=a');
	const indexers: Data<{indexers: Indexer[]}> = useData('api/indexers');
	const clients: Data<{downloadClients: {kind: string; enabled: boolean}[]}> = useData('api/download-clients');
	const lastVersion = useRef(version);
	useEffect(() => {
		if (lastVersion.current !== version) {
			lastVersion.current = version;
			[folders, meta, indexers, clients].forEach(({reload}) => void reload());
		}
	}, [version]);
	const enabled = indexers.data?.indexers.filter(each => each.enabled) ?? [];
	const unheard = enabled.some(each => !isUnheard(each)) ? undefined : enabled[0];
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
			hint: unheard
				? `${unheard.name} does not answer: ${unheard.lastError ?? 'it has failed.'}`
				: 'It is searched for releases. Torznab, Newznab, RSS and sites with a definition are supported.',
			path: 'settings/indexers?step=3&add=true',
			isDone: indexers.data ? enabled.length > 0 && !unheard : null,
		},
		{
			label: 'Connect a download client, if you have one',
			hint: 'Torrents are downloaded by the client that is built in. For Usenet, or to use qBittorrent and others, connect yours.',
			path: 'settings/clients?step=4&add=true',
			isDone: clients.data ? clients.data.downloadClients.some(({kind, enabled}) => enabled && kind !== 'builtin') : null,
			isOptional: true,
		},
	];
}

/** @param props `isGuiding`: somebody follows the steps, and is told where they lead. */
export function FirstSteps({isGuiding = false, version = 0}: {isGuiding?: boolean; version?: number}) {
	const {user} = useApp();
	return user.get()?.role === 'admin' && html`<${Checklist} isGuiding=${isGuiding} version=${version} />`;
}

/** Whoever comes from them has all of this there already. */
const household = html`<p class="hint">Do you have Radarr or Sonarr? <a href=${to('moving-in')}>Move in</a> with all that they have.</p>`;

function Checklist({isGuiding, version}: {isGuiding: boolean; version: number}) {
	const steps = useSteps(version);
	const needed = steps.filter(({isOptional}) => !isOptional);
	const next = needed.every(({isDone}) => isDone) ? steps.find(({isDone}) => isDone === false) : undefined;
	if (!needed.some(({isDone}) => isDone === false)) {
		const isOver = isGuiding && needed.every(({isDone}) => isDone);
		return (
			isOver &&
			html`<p class="outcome steps-over">Kinoteka has all it needs. <a href=${to('add')}>Add your first title</a></p>
				${next && html`<p class="hint"><a href=${to(next.path)}>${next.label}</a>. ${next.hint}</p>`}`
		);
	}
	return html`<section class="steps" aria-labelledby="first-steps"><h2 id="first-steps">First steps</h2>
		<ol>${steps.map(
			({label, hint, path, isDone}, index) => html`<li key=${path} class=${isDone ? 'done' : ''}>
				<span class="mark-of">${isDone ? html`<${Icon} name="check" />` : index + 1}</span>
				<div>${isDone ? html`<span>${label}</span><span class="hidden">, done</span>` : html`<a href=${to(path)}>${label}</a>`}<p class="hint">${hint}</p></div>
			</li>`,
		)}</ol>
		${household}
	</section>`;
}
