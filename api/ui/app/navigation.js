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
import {isOpenTo, views} from './views.js';

/** @typedef {import('./views.js').View} View */
/** @typedef {{id: import('./views.js').Group, label: string, icon: import('../parts/icon.js').IconName}} Group */

/** @type {readonly Group[]} */
const groups = [
	{id: 'library', label: 'Library', icon: 'film'},
	{id: 'queue', label: 'Queue', icon: 'queue'},
	{id: 'wanted', label: 'Wanted', icon: 'wanted'},
	{id: 'calendar', label: 'Calendar', icon: 'calendar'},
	{id: 'activity', label: 'Activity', icon: 'history'},
	{id: 'discover', label: 'Discover', icon: 'eye'},
	{id: 'system', label: 'System', icon: 'settings'},
];

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
 * A column on wide screens, with the views of the open group; on phones a bar at the bottom with four views, and all
 * others behind “More”.
 * @param {{user: import('../client/types.js').User, current: View | null}} props
 */
export function Navigation({user, current}) {
	const {client, attempt, leave} = useApp();
	const {isOpen, setOpen, nav, more, press} = useMenu();
	const counts = useCounts();
	const health = countsOf('health', counts);
	const isBehind = current !== null && !views.some(view => view.isInBar && isBelow(current, view));
	const isAdmin = user.role === 'admin';
	const seen = views.filter(view => isOpenTo(view, user));
	const logOut = () =>
		attempt(async () => {
			await client.post('api/auth/logout');
			leave();
		});
	/** Closes the menu after any link, also that of the current view. */
	const follow = (/** @type {any} */ {target}) => void (target.closest('a') && setOpen(false));
	return html`<nav ref=${nav} class=${`navigation ${isOpen ? 'open' : ''}`} aria-label="Main" onKeyDown=${press} onClick=${follow}>
		<a class="home" href=${to('')}><${Mark} /></a>
		<div class="find"><${Button} icon="search" label="Search everything" onClick=${() => void dispatchEvent(new Event(openSearchEvent))} /></div>
		<ul class="groups">${groups.map(
			group =>
				html`<${GroupOf} key=${group.id} group=${group} current=${current} counts=${counts} views=${seen.filter(each => each.group === group.id)} hasLinks=${group.id === 'system' && isAdmin} />`,
		)}</ul>
		<div class="account"><a href=${to('account')} aria-current=${current?.path === 'account' ? 'page' : undefined}><${Icon} name="user" /><span dir="auto">${user.username}</span></a>
			<${ThemeSwitch} /><${Button} icon="logout" label="Log out" onClick=${logOut} /></div>
		<button ref=${more} type="button" class=${`more ${isBehind ? 'current' : ''}`} title=${health ? `Health: ${health.about}` : undefined} aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}><${Icon} name=${isOpen ? 'close' : 'menu'} />${isOpen ? 'Close' : 'More'}${!isOpen && html`<${Counts} shown=${health} />`}</button>
	</nav>`;
}

/**
 * The link of a group leads to its first view. Below it are its views, or the others if the first has its name.
 * @typedef {object} GroupProps
 * @property {Group} group
 * @property {readonly View[]} views
 * @property {View | null} current
 * @property {import('./counts.js').Counts | null} counts
 * @property {boolean} hasLinks To what is no view.
 *
 * @param {GroupProps} props
 */
function GroupOf({group: {id, label, icon}, views: own, current, counts, hasLinks}) {
	const [first] = own;
	if (!first) {
		return null;
	}
	const isOpen = own.some(view => isBelow(current, view));
	const isFirst = first.title === label;
	const below = isFirst ? own.slice(1) : own;
	const shown = countsOf(id === 'system' ? 'health' : first.path, counts);
	return html`<li class=${isOpen ? 'menu-group open' : 'menu-group'}>
		<a class=${first.isInBar && isFirst ? 'head in-bar' : 'head'} href=${to(id === 'library' ? '' : first.path)} title=${shown && id === 'system' ? `Health: ${shown.about}` : shown?.about} aria-current=${isFirst && isBelow(current, first) ? 'page' : undefined}>
			<${Icon} name=${icon} />${label}<${Counts} shown=${shown} /></a>
		${
			below.length > 0 &&
			html`<ul>${below.map(view => html`<${LinkTo} key=${view.path} view=${view} current=${current} counts=${counts} />`)}
				${hasLinks && html`<${Links} />`}</ul>`
		}
	</li>`;
}

/** @param {{view: View, current: View | null, counts: import('./counts.js').Counts | null}} props */
function LinkTo({view, current, counts}) {
	const shown = countsOf(view.path, counts);
	return html`<li><a class=${view.isInBar ? 'in-bar' : ''} href=${to(view.path)} title=${shown?.about} aria-current=${isBelow(current, view) ? 'page' : undefined}>
		<${Icon} name=${view.icon ?? 'more'} />${view.title}<${Counts} shown=${shown} /></a></li>`;
}

/** Only for sighted users: the title of the link says the same. @param {{shown: import('./counts.js').ShownCounts | null}} props */
function Counts({shown}) {
	return (
		shown &&
		html`<span class="menu-counts" aria-hidden="true">${shown.counts.map(({text, kind}) => html`<span key=${kind} class=${`badge ${kind}`}>${text}</span>`)}</span>`
	);
}

function Links() {
	return html`<li><a href="api/docs" target="_blank"><${Icon} name="link" />API reference</a></li>
		<li><a href="admin/queues" target="_blank"><${Icon} name="link" />Job queues</a></li>`;
}

/** A title's page belongs to its list. @param {View | null} current @param {View} view */
function isBelow(current, view) {
	return current !== null && (current.path === view.path || current.path.startsWith(`${view.path}/`));
}
