import {useEffect, useErrorBoundary, useState} from 'preact/hooks';
import {Empty, Failure, Waiting} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useStore} from '../state/store.js';
import {useScrollPosition} from '../state/use-scroll-position.js';
import {isOpenTo, viewAt} from './views.js';

const brokenView = new Error(
	'This view could not be shown. If it happens again, please report it, with the output of the browser’s console.',
);
const outdated = new Error('This part of the page could not be loaded. If Kinoteka was updated, reload the page.');

/** @param {import('./views.js').View | undefined} view */
function titleOfRefusal(view) {
	if (!view) {
		return 'There is nothing here';
	}
	return view.isForAdmins ? 'Only administrators may open this' : 'Your account has no right to this';
}

/**
 * Loads the view at a path when it is first opened.
 * @param {{path: string, query: URLSearchParams, user: import('../client/types.js').User}} props
 */
export function ViewOf({path, query, user}) {
	const found = viewAt(path);
	const isAllowed = !found || isOpenTo(found.view, user);
	const [module, setModule] = useState(/** @type {{View: any} | null} */ (null));
	const [error, setError] = useState(/** @type {Error | null} */ (null));
	const {client, returns} = useApp();
	const epoch = useStore(returns);
	useScrollPosition();
	const [broken] = useErrorBoundary(fault => console.error(fault));
	useEffect(() => {
		if (!found || !isAllowed || module) {
			return;
		}
		found.view.load().then(
			loaded => {
				setModule(loaded);
				setError(null);
			},
			() => {
				setError(outdated);
				client.get('api/auth/session').catch(() => {}); // says so if the service is away, and when it is back
			},
		);
	}, [epoch]);
	if (!found || !isAllowed) {
		return html`<${Empty} icon="search" title=${titleOfRefusal(found?.view)}>
			<p><a href="#/">Go to the library</a></p>
		<//>`;
	}
	if (broken) {
		return html`<${Failure} error=${brokenView} onRetry=${() => location.reload()} />`;
	}
	if (error) {
		return html`<${Failure} error=${error} onRetry=${() => location.reload()} />`;
	}
	return module ? html`<${module.View} params=${found.params} query=${query} />` : html`<${Waiting} />`;
}
