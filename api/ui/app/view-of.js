import {useEffect, useErrorBoundary, useState} from 'preact/hooks';
import {Empty, Failure, Waiting} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useScrollPosition} from '../state/use-scroll-position.js';
import {isOpenTo, viewAt} from './views.js';

const brokenView = new Error(
	'This view could not be shown. If it happens again, please report it, with the output of the browser’s console.',
);

/** @param {import('./views.js').View | undefined} view */
function titleOfRefusal(view) {
	if (!view) {
		return 'There is nothing here';
	}
	return view.isForAdmins ? 'Only administrators may open this' : 'Your account has no right to this';
}

/**
 * The view at a path, whose modules begin when it is first opened.
 * @param {{path: string, query: URLSearchParams, user: import('../client/types.js').User}} props
 */
export function ViewOf({path, query, user}) {
	const found = viewAt(path);
	const isAllowed = !found || isOpenTo(found.view, user);
	const [module, setModule] = useState(/** @type {{View: any} | null} */ (null));
	const [broken, setBroken] = useState(false);
	useScrollPosition();
	const [fault] = useErrorBoundary(error => console.error(error));
	useEffect(() => {
		if (found && isAllowed) {
			found.view.load().then(setModule, error => {
				console.error(error);
				setBroken(true);
			});
		}
	}, [isAllowed]);
	if (!found || !isAllowed) {
		return html`<${Empty} icon="search" title=${titleOfRefusal(found?.view)}>
			<p><a href="#/">Go to the library</a></p>
		<//>`;
	}
	if (broken || fault) {
		return html`<${Failure} error=${brokenView} onRetry=${() => location.reload()} />`;
	}
	return module ? html`<${module.View} params=${found.params} query=${query} />` : html`<${Waiting} />`;
}
