import {useEffect, useRef} from 'preact/hooks';
import {isShownByBanner, toMessage} from '../client/problem.js';
import {Button} from './button.js';
import {html} from './html.js';
import {Icon} from './icon.js';

/**
 * The heading of a view, with its tools. `action` stays beside the heading where the tools need a line of their own.
 * @param {{title: any, count?: string | undefined, action?: any, children?: any}} props
 */
export function ViewHead({title, count, action, children}) {
	return html`<header class="view-head">
		<h1>${title}${count !== undefined && html` <span class="count">${count}</span>`}</h1>
		${action}
		<div class="tools">${children}</div>
	</header>`;
}

/**
 * Stands where a list would be.
 * @param {{icon?: import('./icon.js').IconName, title: string, children?: any}} props
 */
export function Empty({icon = 'film', title, children}) {
	return html`<div class="empty"><${Icon} name=${icon} /><h2>${title}</h2>${children}</div>`;
}

/** @param {{error: Error, isOld?: boolean, onRetry?: (() => void) | undefined}} props `isOld`: what is shown below was read before. */
export function Failure({error, isOld = false, onRetry}) {
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
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

/** Grey lines as high as what is coming. @param {{rows?: number}} props */
export function Waiting({rows = 6}) {
	return html`<div class="waiting" role="status"><p class="hint waiting-word">Loading …</p>
		${Array.from({length: rows}, (_none, index) => html`<div key=${index} class="bone" />`)}
	</div>`;
}

/**
 * What a view shows of its data: the wait, the failure, or the content.
 * @template T
 * @param {{from: import('../state/use-data.js').Data<T>, rows?: number, children: (data: T) => any}} props
 */
export function Loaded({from: {data, error, reload}, rows = 6, children}) {
	if (data !== null) {
		return html`${error && !isShownByBanner(error) && html`<${Failure} error=${error} isOld onRetry=${reload} />`}${children(data)}`;
	}
	return error && !isShownByBanner(error) ? html`<${Failure} error=${error} onRetry=${reload} />` : html`<${Waiting} rows=${rows} />`;
}

/** @param {{kind?: 'ok' | 'warn' | 'bad' | 'info' | 'quiet', title?: string, children?: any}} props */
export function Badge({kind = 'quiet', title, children}) {
	return html`<span class=${`badge ${kind}`} title=${title}>${children}</span>`;
}

/** @param {{percent: number, label: string, kind?: string}} props */
export function Progress({percent, label, kind = ''}) {
	const width = `${Math.min(100, Math.max(0, percent))}%`;
	return html`<div class=${`progress ${kind}`} role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
		aria-valuenow=${Math.round(percent)}><div style=${{width}} /></div>`;
}

/**
 * Buttons that choose one of a few views of the same thing.
 * @param {{label: string, value: string, choices: readonly {value: string, label: string}[], onChange: (value: string) => void}} props
 */
export function Tabs({label, value, choices, onChange}) {
	return html`<div class="tabs" role="group" aria-label=${label}>
		${choices.map(
			each => html`<button key=${each.value} type="button" aria-pressed=${each.value === value}
				onClick=${() => onChange(each.value)}>${each.label}</button>`,
		)}
	</div>`;
}
