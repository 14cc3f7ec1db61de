import type {ComponentChildren} from 'preact';
import {useEffect, useRef} from 'preact/hooks';
import {isShownByBanner, toMessage} from '../client/problem.ts';
import type {Data} from '../state/use-data.ts';
import {Button} from './button.ts';
import {html} from './html.ts';
import {Icon, type IconName} from './icon.ts';

/**
 * The heading of a view, with its tools. `action` stays beside the heading where the tools need a line of their own.
 */
export function ViewHead({
	title,
	count,
	action,
	children,
}: {
	title: any;
	count?: string | undefined;
	action?: any;
	children?: ComponentChildren;
}) {
	return html`<header class="view-head">
		<h1>${title}${count !== undefined && html` <span class="count">${count}</span>`}</h1>
		${action}
		<div class="tools">${children}</div>
	</header>`;
}

/** Stands where a list would be. */
export function Empty({icon = 'film', title, children}: {icon?: IconName; title: string; children?: ComponentChildren}) {
	return html`<div class="empty"><${Icon} name=${icon} /><h2>${title}</h2>${children}</div>`;
}

/** @param props `isOld`: what is shown below was read before. */
export function Failure({error, isOld = false, onRetry}: {error: Error; isOld?: boolean; onRetry?: (() => void) | undefined}) {
	const ref = useRef<HTMLElement | null>(null);
	useEffect(() => {
		if (!isOld) {
			ref.current?.scrollIntoView({block: 'nearest'}); // it may be at the end of a long form
		}
	}, [error]);
	return html`<div ref=${ref} class="failure" role="alert">
		<${Icon} name="alert" /><p>${isOld && 'This may be out of date. '}${toMessage(error)}</p>
		${onRetry && html`<${Button} icon="refresh" label="Try again" onClick=${onRetry} />`}
	</div>`;
}

/** Grey lines as high as what is coming. */
export function Waiting({rows = 6}: {rows?: number}) {
	return html`<div class="waiting" role="status"><p class="hint waiting-word">Loading …</p>
		${Array.from({length: rows}, (_none, index) => html`<div key=${index} class="bone" />`)}
	</div>`;
}

/** What a view shows of its data: the wait, the failure, or the content. */
export function Loaded<T>({from: {data, error, reload}, rows = 6, children}: {from: Data<T>; rows?: number; children: (data: T) => any}) {
	if (data !== null) {
		return html`${error && !isShownByBanner(error) && html`<${Failure} error=${error} isOld onRetry=${reload} />`}${children(data)}`;
	}
	return error && !isShownByBanner(error) ? html`<${Failure} error=${error} onRetry=${reload} />` : html`<${Waiting} rows=${rows} />`;
}

export function Badge({
	kind = 'quiet',
	title,
	children,
}: {
	kind?: 'ok' | 'warn' | 'bad' | 'info' | 'quiet';
	title?: string;
	children?: ComponentChildren;
}) {
	return html`<span class=${`badge ${kind}`} title=${title}>${children}</span>`;
}

export function Progress({percent, label, kind = ''}: {percent: number; label: string; kind?: string}) {
	const width = `${Math.min(100, Math.max(0, percent))}%`;
	return html`<div class=${`progress ${kind}`} role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
		aria-valuenow=${Math.round(percent)}><div style=${{width}} /></div>`;
}

/** Buttons that choose one of a few views of the same thing. */
export function Tabs({
	label,
	value,
	choices,
	onChange,
}: {
	label: string;
	value: string;
	choices: readonly {value: string; label: string}[];
	onChange: (value: string) => void;
}) {
	return html`<div class="tabs" role="group" aria-label=${label}>
		${choices.map(
			each => html`<button key=${each.value} type="button" aria-pressed=${each.value === value}
				onClick=${() => onChange(each.value)}>${each.label}</button>`,
		)}
	</div>`;
}
