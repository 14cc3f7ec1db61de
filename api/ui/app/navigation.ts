import {useEffect, useRef, useState} from 'preact/hooks';
import type {User} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Icon, type IconName} from '../parts/icon.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Counts as CountsType, countsOf, type ShownCounts, useCounts} from './counts.ts';
import {openSearchEvent} from './keys.ts';
import {Mark} from './mark.ts';
import {ThemeSwitch} from './theme-switch.ts';
import {type Group as GroupType, isOpenTo, type View, views} from './views.ts';

interface Group {
	id: GroupType;
	label: string;
	icon: IconName;
}

const groups: readonly Group[] = [
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
	const nav = useRef<HTMLElement | null>(null);
	const more = useRef<HTMLElement | null>(null);
	useEffect(() => setOpen(false), [location.hash]);
	useEffect(() => {
		if (isOpen) {
			const first: HTMLElement | null | undefined = nav.current?.querySelector('li a'); // the button is behind all of them
			first?.focus({preventScroll: true});
		}
	}, [isOpen]);
	const press = ({key}: KeyboardEvent) => {
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
 */
export function Navigation({user, current}: {user: User; current: View | null}) {
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
	const follow = ({target}: any) => void (target.closest('a') && setOpen(false));
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

interface GroupProps {
	group: Group;
	views: readonly View[];
	current: View | null;
	counts: CountsType | null;
	/** To what is no view. */
	hasLinks: boolean;
}

/** The link of a group leads to its first view. Below it are its views, or the others if the first has its name. */
function GroupOf({group: {id, label, icon}, views: own, current, counts, hasLinks}: GroupProps) {
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

function LinkTo({view, current, counts}: {view: View; current: View | null; counts: CountsType | null}) {
	const shown = countsOf(view.path, counts);
	return html`<li><a class=${view.isInBar ? 'in-bar' : ''} href=${to(view.path)} title=${shown?.about} aria-current=${isBelow(current, view) ? 'page' : undefined}>
		<${Icon} name=${view.icon ?? 'more'} />${view.title}<${Counts} shown=${shown} /></a></li>`;
}

/** Only for sighted users: the title of the link says the same. */
function Counts({shown}: {shown: ShownCounts | null}) {
	return (
		shown &&
		html`<span class="menu-counts" aria-hidden="true">${shown.counts.map(({text, kind}) => html`<span key=${kind} class=${`badge ${kind}`}>${text}</span>`)}</span>`
	);
}

function Links() {
	return html`<li><a href="api/docs" target="_blank"><${Icon} name="link" />API reference</a></li>
		<li><a href="admin/queues" target="_blank"><${Icon} name="link" />Job queues</a></li>`;
}

/** A title's page belongs to its list. */
function isBelow(current: View | null, view: View) {
	return current !== null && (current.path === view.path || current.path.startsWith(`${view.path}/`));
}
