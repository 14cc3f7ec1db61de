import {useEffect, useErrorBoundary, useState} from 'preact/hooks';
import type {User} from '../client/types.ts';
import {Empty, Failure, Waiting} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {useScrollPosition} from '../state/use-scroll-position.ts';
import {isOpenTo, type View, viewAt} from './views.ts';

const brokenView = new Error(
	'This view could not be shown. If it happens again, please report it, with the output of the browser’s console.',
);

function titleOfRefusal(view: View | undefined) {
	if (!view) {
		return 'There is nothing here';
	}
	return view.isForAdmins ? 'Only administrators may open this' : 'Your account has no right to this';
}

/** The view at a path, whose modules begin when it is first opened. */
export function ViewOf({path, query, user}: {path: string; query: URLSearchParams; user: User}) {
	const found = viewAt(path);
	const isAllowed = !found || isOpenTo(found.view, user);
	const [module, setModule] = useState<{View: any} | null>(null);
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
