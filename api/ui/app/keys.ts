import {useEffect, useRef, useState} from 'preact/hooks';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {goTo} from '../state/route.ts';
import {store, stored} from '../state/stored.ts';

/** Where a letter after `g` leads. */
const places: Record<string, {path: string; label: string}> = {
	m: {path: 'movies', label: 'Movies'},
	s: {path: 'series', label: 'Series'},
	q: {path: 'queue', label: 'Queue'},
	w: {path: 'wanted', label: 'Wanted'},
	c: {path: 'calendar', label: 'Calendar'},
	h: {path: 'history', label: 'History'},
};

const documented = [
	['/ or s', 'Search everything'],
	['?', 'Show all keys'],
	['a', 'Add a title'],
	['j or k', 'Next or previous title, row or result'],
	['Enter', 'Open it'],
	['Escape', 'Close a window'],
	...Object.entries(places).map(([key, {label}]) => [`g ${key}`, `Go to ${label}`]),
];

/** What a button for the search sends. */
export const openSearchEvent = 'kinoteka:search';

/** Milliseconds in which the second of two keys is pressed. */
const secondKeyMs = 1_500;
const entries = 'main :is(.card, .row, .overview-entry, .title-row) :is(a, button.pick, .card button)';

/** Keys of a text field, of a window, and with Alt and the like mean something else. */
function isTaken({target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing}: KeyboardEvent) {
	return (
		ctrlKey ||
		metaKey ||
		altKey ||
		defaultPrevented ||
		isComposing ||
		(target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null) ||
		document.querySelector('dialog[open]') !== null
	);
}

/** Moves the focus from title to title, once for each. */
function move(step: number) {
	const firsts = [...document.querySelectorAll(entries)].filter(
		(each, index, all) => index === 0 || each.closest('li, [role=row]') !== all[index - 1]?.closest('li, [role=row]'),
	);
	const holder = document.activeElement?.closest('li, [role=row]');
	const at = holder ? firsts.findIndex(each => each.closest('li, [role=row]') === holder) : -1;
	const next = firsts[at < 0 ? 0 : at + step];
	if (next instanceof HTMLElement) {
		next.focus({preventScroll: true});
		next.scrollIntoView({block: 'center'});
	}
}

/** Keys that work everywhere, unless this browser has turned them off, as people must who dictate. */
export function Keys() {
	const [open, setOpen] = useState<'keys' | null>(null);
	const [Search, setSearch] = useState<{View: any} | null>(null);
	const {client} = useApp();
	const [isOn, setOn] = useState(() => stored('keys') !== 'off');
	const goneTo = useRef(0);
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			if (isTaken(event) || (!isOn && event.key !== '?')) {
				return;
			}
			const place = Date.now() - goneTo.current < secondKeyMs ? places[event.key] : undefined;
			goneTo.current = event.key === 'g' ? Date.now() : 0;
			const act = place ? () => goTo(place.path) : actions[event.key];
			if (act) {
				event.preventDefault();
				act();
			}
		};
		/** It is loaded when it is needed first. */
		const openSearch = () =>
			void import('./search-everywhere.ts').then(
				({SearchEverywhere}) => setSearch({View: SearchEverywhere}),
				() => client.get('api/auth/session').catch(() => {}), // says so if the service is away
			);
		const actions: Record<string, () => void> = {
			'/': openSearch,
			s: openSearch,
			'?': () => setOpen('keys'),
			a: () => goTo('add'),
			j: () => move(1),
			k: () => move(-1),
		};
		addEventListener('keydown', press);
		addEventListener(openSearchEvent, openSearch);
		return () => {
			removeEventListener('keydown', press);
			removeEventListener(openSearchEvent, openSearch);
		};
	}, [isOn]);
	const close = () => setOpen(null);
	const toggle = (next: boolean) => {
		store('keys', next ? 'on' : 'off');
		setOn(next);
	};
	return html`${Search && html`<${Search.View} onClose=${() => setSearch(null)} />`}
		${
			open === 'keys' &&
			html`<${Dialog} title="Keys" onClose=${close}><div class="asked">
				<dl class="keys">${documented.map(([key, about]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${about}</dd></div>`)}</dl>
				<${Checkbox} label="Keyboard shortcuts on" hint="In this browser. Turn them off if you dictate or use other tools with keys; ? always opens this." checked=${isOn} onChange=${toggle} />
			</div><//>`
		}`;
}
