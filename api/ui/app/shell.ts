import {useEffect, useRef} from 'preact/hooks';
import type {User} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {PauseBanner} from '../pauses/pause-banner.ts';
import {useLocation} from '../state/route.ts';
import {Keys} from './keys.ts';
import {Navigation} from './navigation.ts';
import {ViewOf} from './view-of.ts';
import {isOpenTo, viewAt, views} from './views.ts';

/** Milliseconds after which nothing else is expected to be loaded. */
const calmMs = 3_000;
/** Where the page itself took longer, other views would hold up what the person opens. */
const slowMs = 5_000;

/** Loads the other views once the first one is there, so they open at once, also while the service restarts. */
function usePreparedViews(user: User) {
	useEffect(() => {
		const [load] = performance.getEntriesByType('navigation');
		if (load instanceof PerformanceNavigationTiming && load.domContentLoadedEventEnd > slowMs) {
			return;
		}
		const timer = setTimeout(async () => {
			for (const view of views.filter(each => isOpenTo(each, user))) {
				await view.load().catch(() => {}); // it is loaded again when it is opened
			}
		}, calmMs);
		return () => clearTimeout(timer);
	}, []);
}

export function Shell({user}: {user: User}) {
	const {path, query} = useLocation();
	const found = viewAt(path);
	const main = useRef<HTMLElement | null>(null);
	const isFirst = useRef(true);
	useEffect(() => {
		document.title = found ? `${found.view.title} · Kinoteka` : 'Kinoteka';
		if (!isFirst.current) {
			main.current?.focus({preventScroll: true}); // keyboards and screen readers go on where the page has changed
		}
		isFirst.current = false;
	}, [path]);
	usePreparedViews(user);
	const skip = () => main.current?.focus();
	return html`<button type="button" class="skip" onClick=${skip}>Skip to content</button>
		<${Navigation} user=${user} current=${found?.view ?? null} />
		<main ref=${main} tabindex="-1" aria-label=${found?.view.title}><${PauseBanner} /><${ViewOf} key=${path} path=${path} query=${query} user=${user} /></main><${Keys} />`;
}
