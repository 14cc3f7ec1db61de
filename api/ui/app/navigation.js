import {useEffect, useRef, useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {countsOf, useCounts} from './counts.js';
import {openSearchEvent} from './keys.js';
import {Mark} from './mark.js';
import {ThemeSwitch} from './theme-switch.js';
import {views} from './views.js';

/** @typedef {import('./views.js').View} View */

const groups = /** @type {const} */ ([
	['library', 'Library'],
	['system', 'System'],
]);

/** Views in the bar of phones, as the style sheet counts them. */
const inBar = 4;

/** What the button “More” of phones opens, and where the focus goes. */
function useMenu() {
	const [isOpen, setOpen] = useState(false);
	const nav = useRef(/** @type {HTMLElement | null} */ (null));
	const more = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => setOpen(false), [location.hash]);
	useEffect(() => {
		if (isOpen) {
			/** @type {HTMLElement | null | undefined} */
			const first = nav.current?.querySelector('li a'); // the button is behind all of them
			first?.focus({preventScroll: true});
		}
	}, [isOpen]);
	const press = (/** @type {KeyboardEvent} */ {key}) => {
		if (key === 'Escape' && isOpen) {
			setOpen(false);
			more.current?.focus();
		}
	};
	return {isOpen, setOpen, nav, more, press};
}

/**
 * A column on wide screens; on phones a bar at the bottom with the first few views, and the others behind “More”.
 * @param {{user: import('../client/types.js').User, current: View | null}} props
 */
export function Navigation({user, current}) {
	const {client, attempt, leave} = useApp();
	const {isOpen, setOpen, nav, more, press} = useMenu();
	const counts = useCounts();
	const health = countsOf('health', counts);
	const isBehind = current !== null && !views.slice(0, inBar).some(view => isBelow(current, view));
	const seen = views.filter(({isForAdmins}) => !isForAdmins || user.role === 'admin');
	const logOut = () =>
		attempt(async () => {
			await client.post('api/auth/logout');
			leave();
		});
	/** Closes the menu after any link, also that of the current view. */
	const follow = (/** @type {any} */ {target}) => void (target.closest('a') && setOpen(false));
	return html`<nav ref=${nav} class=${`navigation ${isOpen ? 'open' : ''}`} aria-label="Main" onKeyDown=${press} onClick=${follow}>
		<a class="home" href=${to('')}><${Mark} /></a>
		<div class="groups">
			${groups.map(([group, label]) => html`<${Group} key=${group} label=${label} current=${current} counts=${counts} views=${seen.filter(each => each.group === group)} />`)}
			${user.role === 'admin' && html`<${Links} />`}
			<div class="account"><${Button} icon="search" label="Search everything" onClick=${() => void dispatchEvent(new Event(openSearchEvent))} /><${ThemeSwitch} /><${Button} icon="logout" label="Log out" onClick=${logOut} /></div>
		</div>
		<button ref=${more} type="button" class=${`more ${isBehind ? 'current' : ''}`} title=${health ? `Health: ${health.about}` : undefined} aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}><${Icon} name=${isOpen ? 'close' : 'menu'} />${isOpen ? 'Close' : 'More'}${!isOpen && html`<${Counts} shown=${health} />`}</button>
	</nav>`;
}

/** @param {{label: string, views: readonly View[], current: View | null, counts: import('./counts.js').Counts | null}} props */
function Group({label, views: own, current, counts}) {
	return (
		own.length > 0 &&
		html`<section><h2>${label}</h2><ul>
		${own.map(view => {
			const shown = countsOf(view.path, counts);
			return html`<li key=${view.path}><a href=${to(view.path)} title=${shown?.about} aria-current=${isBelow(current, view) ? 'page' : undefined}>
				<${Icon} name=${view.icon ?? 'more'} />${view.title}<${Counts} shown=${shown} /></a></li>`;
		})}
	</ul></section>`
	);
}

/** Only for sighted users: the title of the link says the same. @param {{shown: import('./counts.js').ShownCounts | null}} props */
function Counts({shown}) {
	return (
		shown &&
		html`<span class="menu-counts" aria-hidden="true">${shown.counts.map(({text, kind}) => html`<span key=${kind} class=${`badge ${kind}`}>${text}</span>`)}</span>`
	);
}

function Links() {
	return html`<section><h2>Elsewhere</h2><ul>
		<li><a href="api/docs" target="_blank"><${Icon} name="link" />API reference</a></li>
		<li><a href="admin/queues" target="_blank"><${Icon} name="link" />Job queues</a></li>
	</ul></section>`;
}

/** A title's page belongs to its list. @param {View | null} current @param {View} view */
function isBelow(current, view) {
	return current !== null && (current.path === view.path || current.path.startsWith(`${view.path}/`));
}
